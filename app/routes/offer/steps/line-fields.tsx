import { languages } from "#app/domain/languages.ts";
import { RadioField } from "#app/forms/choice-fields.tsx";
import { Fieldset } from "#app/forms/field-frame.tsx";
import { useForm } from "#app/forms/form.tsx";
import { PhoneField, TextField } from "#app/forms/text-fields.tsx";
import { useLocale, useT } from "#app/i18n/texts.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";

declare module "#app/ui/server-render.ts" {
  interface ServerParts {
    /** Whose numbers can come along, as suggestions. */
    providers?: string[] | undefined;
    /** Of several contracts, the one that the number comes to, and those that the kind of SIM is for. */
    contracts?: { number?: string | undefined; sims: string[] } | undefined;
  }
}

/** Who ends the old contract depends on it. */
type PortedNumber = "mobile" | "landline" | "unknown";

interface LineFieldsProps {
  /** Which numbers can come along; undefined if none can. */
  porting: PortedNumber | undefined;
  sims?: ("card" | "esim")[] | undefined;
  /** The kind of SIM is for several contracts. */
  isForSeveral?: boolean;
}

/** The number that the customer brings along, if any, and the kind of SIM. */
export function LineFields({ porting, sims, isForSeveral }: LineFieldsProps) {
  const t = useT("offer", "line");
  return (
    <>
      {porting && (
        <Fieldset legend={t("number")}>
          <Porting number={porting} />
        </Fieldset>
      )}
      {sims && (
        <Fieldset legend={t("simTitle")}>
          {isForSeveral && (
            <ServerContent as="div" className="field-hint sims">
              {import.meta.env.SSR && <SimContracts />}
            </ServerContent>
          )}
          <RadioField
            name="sim"
            choices={sims.map((value) => ({
              value,
              label: t(`sims.${value}`),
              hint: t(`simHints.${value}`),
            }))}
          />
        </Fieldset>
      )}
    </>
  );
}

const fields = ["portingNumber", "portingProvider", "portingWhen", "portingHolder"];

function Porting({ number }: { number: PortedNumber }) {
  const t = useT("offer", "line");
  const { values, errors } = useForm();
  return (
    <details className="fold" open={fields.some((name) => values[name] || errors[name])}>
      <summary>{t("keepNumber")}</summary>{" "}
      <div className="stack">
        <ServerContent as="div" className="field-hint porting">
          {import.meta.env.SSR && <PortingFacts />}
        </ServerContent>
        <PhoneField name="portingNumber" autoComplete="off" unmarked />
        <TextField name="portingProvider" autoComplete="off" list="providers" unmarked />
        <RadioField
          name="portingWhen"
          unmarked
          choices={(["now", "contractEnd"] as const).map((value) => ({
            value,
            label: t(`portingTimes.${value}`),
            hint: (
              <ServerContent as="span" className={`when-${value}`}>
                {import.meta.env.SSR && <PortingTimeHint value={value} number={number} />}
              </ServerContent>
            ),
          }))}
        />
        <TextField name="portingHolder" autoComplete="off" unmarked />
      </div>
    </details>
  );
}

/** What the law says of it, and the suggestions for a provider. */
function PortingFacts() {
  const t = useT("offer", "porting");
  const { providers, contracts } = useServerRender().parts;
  return (
    <>
      {contracts?.number && <p>{t("contract", { contract: contracts.number })}</p>}
      <p>{t("facts")}</p>
      <datalist id="providers">
        {providers?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function PortingTimeHint({ value, number }: { value: "now" | "contractEnd"; number: PortedNumber }) {
  const t = useT("offer", "porting");
  return t(`timeHints.${value}.${number}`);
}

/** One answer is for each of several contracts. */
function SimContracts() {
  const t = useT("offer", "porting");
  const { locale } = useLocale();
  const { sims = [] } = useServerRender().parts.contracts ?? {};
  return <p>{t("simContracts", { contracts: new Intl.ListFormat(languages[locale].tag).format(sims) })}</p>;
}
