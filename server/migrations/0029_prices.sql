-- Prices of a plant that are valid from a day on, by the time of the day, or with a price for what is sold. A plant with
-- one price for all time keeps it in electricity_price and has null here.
alter table sites add column prices jsonb;

-- What a day and a month were worth by those prices, in the currency of the plant and not rounded; null where one price
-- says it all and money is energy times price.
alter table site_day add column worth double precision;
alter table site_month add column worth double precision;
