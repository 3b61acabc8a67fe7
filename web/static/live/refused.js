// What is said of an answer that grants nothing, wherever it was asked for.

/**
 * The table refuses with an error, which has a code, or with a page that says why. An answer that is
 * neither comes from its door, where too many ask, or from something that stands before it.
 * @param {string} body
 * @returns {{code?: string, message: string} & Record<string, any>}
 */
export function refusal(body) {
  return errorIn(body) ?? { message: document.getElementById("gone").dataset.unable };
}

/** @param {string} body */
function errorIn(body) {
  try {
    const { error } = JSON.parse(body);
    return error?.message ? error : null;
  } catch {
    const page = new DOMParser().parseFromString(body, "text/html");
    const message = page.querySelector("main .lead")?.textContent;
    return message ? { message } : null;
  }
}
