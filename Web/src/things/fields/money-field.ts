/** An amount with its currency. */

import type { Money } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { el, freshID } from "../../ui/dom.ts";
import { decimalSeparator, knownCurrencies, parseAmount, plainAmount, userLocale, usualCurrency } from "../money.ts";

export interface MoneyField {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Shows an amount, unless it is being written. */
  show(money: Money | null): void;
  /** The amount, or null where what is written is none; the field says why. */
  read(): { money: Money | null } | null;
}

/** `changed` is called with each amount that was entered, or null for none. */
export function moneyField(label: string, changed: (money: Money | null) => void): MoneyField {
  const problem = el("p", { class: "field-problem", role: "alert", id: freshID("problem") });
  const input = el("input", {
    id: freshID("amount"),
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    placeholder: `0${decimalSeparator()}00`,
    "aria-describedby": problem.id,
    onchange: () => enter(),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") enter();
    },
  });
  const currency = el("input", {
    class: "currency",
    type: "text",
    list: currencyList(),
    maxlength: 3,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-label": t("{label}: currency", { label }),
    value: usualCurrency.peek(),
    onchange: () => enter(),
  });
  let shown: Money | null = null;

  function read(): { money: Money | null } | null {
    const parsed = parseAmount(input.value, currency.value);
    problem.textContent = "problem" in parsed ? parsed.problem : "";
    input.setAttribute("aria-invalid", String("problem" in parsed));
    return "problem" in parsed ? null : parsed;
  }

  function enter(): void {
    const parsed = read();
    if (!parsed) return;
    if (parsed.money) usualCurrency.set(parsed.money.currency);
    write(parsed.money);
    if (parsed.money?.minorUnits === shown?.minorUnits && parsed.money?.currency === shown?.currency) return;
    shown = parsed.money;
    changed(parsed.money);
  }

  function write(money: Money | null): void {
    input.value = money === null ? "" : plainAmount(money, userLocale());
    currency.value = money?.currency ?? (currency.value || usualCurrency.peek());
  }

  return {
    element: el("div", { class: "money-field" }, input, currency, problem),
    input,
    read,
    show(money): void {
      if (document.activeElement === input || document.activeElement === currency) return;
      if (input.getAttribute("aria-invalid") === "true") return; // what can't be read stays to be corrected
      shown = money;
      write(money);
    },
  };
}

/** One list of codes for all fields. */
function currencyList(): string {
  const id = "currency-codes";
  if (!document.getElementById(id)) {
    document.body.append(el("datalist", { id }, ...knownCurrencies().map((code) => el("option", { value: code }))));
  }
  return id;
}
