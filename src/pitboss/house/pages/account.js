// The account page: come in with a name and a password, make an account, or leave. A guest needs none.

import { refused } from "./refusal.js";
import { element } from "./words.js";

/** @import { House } from "./socket.js" */

// With the code of a class, as a link brings it, the fields that ask for one have it already.
/** @param {HTMLElement} main @param {House} house @param {string} [code] */
export function accountPage(main, house, code = "") {
  const { name, role } = house.welcome;
  const page = element("div", { class: "page narrow" }, element("h1", {}, "Account"));
  main.append(page);
  if (role !== "guest") {
    const leave = async () => {
      await post("/api/logout");
      enter(house);
    };
    page.append(
      element("p", {}, `You are ${name}, ${role} of this house.`),
      element("p", {}, element("button", { type: "button", id: "logout", onclick: leave }, "Sign out")),
    );
    return;
  }
  page.append(
    element(
      "p",
      {},
      `You are ${name}, a guest: you can play without an account. `,
      "With one your practice chips and your rounds wait for you on any machine.",
    ),
    form(house, "Sign in", "/api/login", [
      ["name", "Name", "username"],
      ["password", "Password", "current-password"],
    ]),
    form(house, "Keep what you have", "/api/upgrade", [
      ["name", `Name (empty: you stay ${name})`, "username"],
      ["password", "Password", "new-password"],
      ["invitation", "Invitation (if you have one)", "off", code],
    ]),
    form(house, "Make an account", "/api/accounts", [
      ["name", "Name", "username"],
      ["password", "Password", "new-password"],
      ["invitation", "Invitation (if you have one)", "off", code],
    ]),
  );
}

/** @param {House} house @param {string} title @param {string} address @param {string[][]} fields */
function form(house, title, address, fields) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const inputs = fields.map(([name = "", label = "", autocomplete = "", value = ""]) => {
    const secret = name === "password";
    const input = element("input", {
      name,
      autocomplete,
      value,
      type: secret ? "password" : "text",
      required: name === "password" || (name === "name" && address !== "/api/upgrade"),
      maxlength: secret ? 128 : 64,
    });
    return { name, input, label };
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    refusal.replaceChildren();
    const filled = inputs.filter(({ input }) => input.value);
    const body = Object.fromEntries(filled.map(({ name, input }) => [name, input.value]));
    const answer = await post(address, body);
    if (answer.ok) {
      enter(house);
      return;
    }
    /** @type {Said.FaultBody} */
    const fault = await answer.json();
    refusal.replaceChildren(...refused(fault.error));
  };
  return element(
    "form",
    { class: "panel", onsubmit: send, "data-form": address },
    element("h2", {}, title),
    ...inputs.map(({ input, label }) => element("label", {}, label, input)),
    refusal,
    element("button", { type: "submit" }, title),
  );
}

/** @param {string} address @param {object} body */
const post = (address, body = {}) =>
  fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @param {House} house */
async function enter(house) {
  await house.renew();
  location.hash = "#/";
}
