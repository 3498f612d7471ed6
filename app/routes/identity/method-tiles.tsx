import { Fragment } from "react";
import { Message } from "#app/forms/field-frame.tsx";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TileContent, tileIconSizes } from "#app/ui/tile-link.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import type { MethodView } from "./method-view.server.ts";

interface MethodTilesProps {
  form: FormState;
  methods: MethodView[];
  /** Accessible name of the choice. */
  label: string;
  action?: string;
}

/** Each method is a button that sends the form with its id as `method`; those that are closed now stand last. */
export function MethodTiles({ form: loaded, methods, label, action }: MethodTilesProps) {
  const t = useT("identity", "tiles");
  const form = useFormState(loaded);
  const problem = form.errors.method;
  const groups = [
    { methods: methods.filter(({ isClosed }) => !isClosed) },
    { title: t("closed"), methods: methods.filter(({ isClosed }) => isClosed) },
  ].filter((group) => group.methods.length > 0);
  return (
    <PortalForm id="methods" form={form} action={action} missing={t("missing")}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would put the tiles into the card of a form */}
      <div
        id="method"
        className="stack"
        role="group"
        tabIndex={-1}
        aria-label={label}
        aria-describedby={problem && "method-error"}
      >
        <Message name="method" error={problem} hidden />
        {groups.map(({ title, methods: group }) => (
          <Fragment key={title ?? ""}>
            {title && <h3 id="closed-methods">{title}</h3>}
            <ul className="tiles methods" aria-labelledby={title && "closed-methods"}>
              {group.map((method) => (
                <li key={method.id}>
                  <Method {...method} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </PortalForm>
  );
}

function Method({ id, title, text, facts, more, icon, mark, isClosed }: MethodView) {
  const t = useT("identity", "tiles");
  return (
    <>
      <button type="submit" className="tile" name="method" value={id}>
        <TileContent
          prefixIcon={icon}
          plain={isClosed}
          title={
            <>
              <span>{title}</span> {mark && <span className="mark">{mark}</span>}
            </>
          }
          description={
            isClosed ? (
              facts.map((fact) => <Listed key={fact.icon} text={fact.text} />)
            ) : (
              <span className="tile-text">
                <span>{text}</span>
                <Facts facts={facts} />
              </span>
            )
          }
        />
      </button>{" "}
      {(more.length > 0 || isClosed) && (
        <details>
          <summary>
            <span className={isClosed ? "visually-hidden" : undefined}>{t("details")}</span>
            <span className="visually-hidden">: {title}</span>
          </summary>
          {isClosed && <p>{text}</p>}
          <Facts facts={more} />
        </details>
      )}
    </>
  );
}

export const Facts = ({ facts }: { facts: MethodView["facts"] }) =>
  facts.map(({ icon, text }) => (
    <span key={icon} className="tile-fact">
      {" "}
      <Icon name={icon} size={tileIconSizes.prefix} />
      <span>
        <Listed text={text} />
      </span>
    </span>
  ));
