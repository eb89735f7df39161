import { co2 } from '@helioport/contract/co2';
import { fieldRules } from '@helioport/contract/fieldRules';
import type { ReactNode } from 'react';
import { useWrite } from '../../api/query.ts';
import { Button } from '../../components/base/Button.tsx';
import { toast } from '../../components/base/Toaster.tsx';
import { TextField } from '../../components/form/FormFields.tsx';
import { t } from '../../i18n.ts';
import { DraftDrawer } from '../../session/DraftDrawer.tsx';
import { useDraft } from '../../session/useDraft.ts';
import { type Factor, type FactorDraft, factorErrors, kgOf, nameOf } from './factor.ts';

interface FactorDrawerProps {
  factor: Factor;
  onClose: () => void;
}

/** Sets the operator's own factor of a country, or restores the built-in one. */
export function FactorDrawer({ factor, onClose }: FactorDrawerProps): ReactNode {
  const { countryCode, kgPerKwh, source, year, isOwn } = factor;
  const start = { kgPerKwh: String(kgPerKwh), source, year: String(year) };
  const form = useDraft<FactorDraft>(start, factorErrors, `co2-${countryCode}`, fieldRules(co2.update));
  const update = useWrite(co2.update, { quiet: true });
  const reset = useWrite(co2.update);
  return (
    <DraftDrawer
      done={t('co2.saved')}
      form={form}
      onClose={onClose}
      submit={t('form.save')}
      title={`${t('co2.edit')} · ${nameOf(factor)}`}
      work={(typed) =>
        update.mutateAsync({
          countryCode,
          kgPerKwh: kgOf(typed.kgPerKwh),
          source: typed.source.trim(),
          year: Number(typed.year),
        })
      }
    >
      <TextField
        {...form.text('kgPerKwh')}
        hint={t('co2.factorHint')}
        label={`${t('co2.field.factor')} (kg/kWh)`}
      />
      <TextField {...form.text('source')} label={t('co2.field.source')} />
      <TextField {...form.text('year')} label={t('co2.field.year')} />
      {isOwn && (
        <div>
          <Button
            isBusy={reset.isPending}
            onClick={() =>
              reset.mutate(
                { countryCode, isReset: true },
                {
                  onSuccess: () => {
                    toast(t('co2.resetDone'), 'success');
                    onClose();
                  },
                },
              )
            }
          >
            {t('co2.reset')}
          </Button>
        </div>
      )}
    </DraftDrawer>
  );
}
