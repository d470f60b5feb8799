/** The image of a card: a file, or the view of a model. */

import { limits } from "../../api/generated.ts";
import { t } from "../../i18n/messages.ts";
import { effect, signal } from "../../reactive/signal.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { problemText } from "../../ui/fields.ts";
import { messageOf } from "../../ui/notice.ts";
import { fileURL } from "../exhibit-context.ts";
import { textField } from "./bound-fields.ts";
import { textButton } from "./buttons.ts";
import type { CardFormProps } from "./card-form.ts";
import type { EditorStore } from "./editor-store.ts";
import { freshImageName, preparedImage } from "./image-file.ts";
import { cardLens, optionalText, prop } from "./lens.ts";
import { modelSelect } from "./model-select.ts";
import type { StageView } from "./stage-view.ts";

export function cardImageField(
  store: EditorStore,
  stage: StageView,
  { card, slot }: CardFormProps,
  owner: AbortSignal,
): HTMLElement {
  const lens = cardLens(card);
  const image = prop(lens, "image");
  const problem = signal("");
  const isBusy = signal(false);
  const isTaking = signal(false);
  const use = async (make: () => Promise<Blob>): Promise<void> => {
    problem.value = "";
    isBusy.value = true;
    try {
      const blob = await make();
      const file = await store.uploadImage(freshImageName(card, blob, store.files.peek()), blob);
      store.edit(t("Change the image"), (document) => image.set(document, file.path));
      isTaking.value = false;
      announce(t("The image is on the card."));
    } catch (error) {
      problem.value = t("Couldn't use the image: {problem}", { problem: messageOf(error) });
    } finally {
      isBusy.value = false;
    }
  };
  const input = fileInput((file) => void use(() => preparedImage(file)));
  const choose = textButton("file", t("Choose an image"), () => input.click(), "small");
  const take = textButton("camera", t("Take an image of a model"), () => isTaking.value = !isTaking.peek(), "small");
  const remove = textButton("trash", t("Remove the image"), () => {
    store.edit(t("Remove the image"), (document) => image.set(document, undefined));
    choose.focus();
  }, "small");
  effect(() => {
    for (const button of [choose, take]) button.disabled = isBusy.value;
    take.hidden = store.document.value.models.length === 0;
    take.setAttribute("aria-expanded", String(isTaking.value));
    remove.hidden = fileURL({ files: store.files.value }, image.get(store.document.value)) === null;
  }, owner);
  return el(
    "fieldset",
    { class: "field" },
    el("legend", {}, t("Image")),
    el("div", { class: "field-buttons" }, choose, take, remove),
    input,
    studio(store, stage, { slot, isTaking, isBusy, take: () => void use(() => stage.snapshot()) }, owner),
    problemText(problem, owner),
    textField(store, {
      label: t("Description of the image"),
      lens: optionalText(prop(lens, "imageDescription"), lens),
      step: t("Change a description"),
      max: limits.LearnCard.imageDescription.maxLength,
      help: t("Read aloud to visitors who don't see the image."),
    }, owner),
  );
}

interface StudioProps {
  slot: HTMLElement;
  isTaking: { value: boolean };
  isBusy: { value: boolean };
  take(): void;
}

/** The 3D view with the button that takes its image. */
function studio(store: EditorStore, stage: StageView, props: StudioProps, owner: AbortSignal): HTMLElement {
  const button = textButton("camera", t("Use this view"), () => props.take(), "primary");
  const element = el("div", { class: "image-studio" }, modelSelect(store, owner), props.slot, button);
  effect(() => {
    element.hidden = !props.isTaking.value;
    if (props.isTaking.value) stage.isWanted.value = true;
    button.disabled = !stage.isReady.value || props.isBusy.value;
  }, owner);
  return element;
}

function fileInput(accept: (file: File) => void): HTMLInputElement {
  const input = el("input", {
    type: "file",
    class: "visually-hidden",
    accept: "image/*",
    tabindex: -1,
    "aria-label": t("Image file"),
    onchange: () => {
      const file = input.files?.[0];
      input.value = "";
      if (file) accept(file);
    },
  });
  return input;
}
