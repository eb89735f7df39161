-- Pictures of a layout belong to its pages (module_pages); these two columns of the plant were never written.
alter table sites drop column layout_picture, drop column layout_scale;
