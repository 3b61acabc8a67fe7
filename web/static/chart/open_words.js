// What an offer leaves open besides the place that was tapped is asked in the chart's own chooser, with
// the fields that stand on the page too: the same words, the same pictures.

/**
 * Asks for what is open; where nothing is, the act is whole and comes back.
 * @param {HTMLElement} chooser
 * @param {Offer} offer
 * @returns {string | undefined}
 */
export function askMore(chooser, { form, word, label, place }) {
  const asking = document.querySelector(`[data-asks="${CSS.escape(form)}"]`);
  if (!asking) return undefined; // it was taken back meanwhile
  const act = withPlace(asking.querySelector("button[name=act]").value, word, place);
  const fields = [...asking.querySelectorAll(":scope > .ask:not([data-on-chart])")].map(copy);
  if (!fields.length) return act;
  const pictured = fields[0]?.querySelector(".pictured");
  const isAll = fields.length === 1 && pictured;
  const done = document.createElement("button");
  Object.assign(done, { name: "act", value: act, className: "done" }).append(label);
  done.dataset.place = place;
  for (const each of chooser.querySelectorAll("[data-said]")) {
    each.hidden = each.dataset.said !== "open";
  }
  chooser.querySelector("[data-said=open]").textContent = label;
  const offers = chooser.querySelector("[data-offers]");
  offers.replaceChildren(...(isAll ? [pictures(pictured, act)] : [...fields, done]));
  chooser.hidden = false;
  offers.querySelector("input, select, summary, button")?.focus();
  return undefined;
}

/**
 * The act of a form, with the place that was tapped: that is open no more.
 * @param {string} act
 * @param {string} word
 * @param {string} place
 */
function withPlace(act, word, place) {
  const { fact, asked } = JSON.parse(act);
  const open = [asked].flat().filter((/** @type {string} */ each) => each !== word);
  const left = open.length ? { asked: open } : {};
  return JSON.stringify({ fact: { ...fact, [word]: place }, ...left });
}

/**
 * A field as it stands on the page, for another form.
 * @param {Element} field
 * @returns {HTMLElement}
 */
function copy(field) {
  const made = /** @type {HTMLElement} */ (field.cloneNode(true));
  for (const each of [made, ...made.querySelectorAll("[form], [id]")]) {
    each.removeAttribute("form");
    each.removeAttribute("id");
  }
  for (const each of made.querySelectorAll("details[name]")) {
    each.setAttribute("name", `chosen-${each.getAttribute("name")}`);
  }
  for (const each of made.querySelectorAll("input[type=radio]")) each.checked = false;
  return made;
}

/**
 * Where nothing but a picture is to be chosen, a tap on it is all.
 * @param {HTMLElement} pictured
 * @param {string} act
 * @returns {HTMLElement}
 */
function pictures(pictured, act) {
  const { fact } = JSON.parse(act);
  for (const label of pictured.querySelectorAll("label")) {
    const { name, value } = label.querySelector("input");
    const word = name.slice("fact.".length);
    const button = document.createElement("button");
    const whole = JSON.stringify({ fact: { ...fact, [word]: value }, asked: word });
    Object.assign(button, { name: "act", value: whole, className: "drawn" });
    button.append(...[...label.children].filter((each) => each.tagName !== "INPUT"));
    label.replaceWith(button);
  }
  const all = document.createElement("div");
  all.className = "pictured";
  all.append(...pictured.querySelectorAll(":scope > :not(legend)"));
  return all;
}
