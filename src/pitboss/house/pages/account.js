// The account page: come in with a name and a password, make an account, or leave. A guest needs none.

import { refused } from "./actions.js";
import { element } from "./words.js";

export function accountPage(main, house) {
  const { name, role } = house.welcome;
  const page = element("div", { class: "page narrow" }, element("h1", {}, "Account"));
  main.append(page);
  if (role !== "guest") {
    page.append(element("p", {}, `You are ${name}, ${role} of this house.`),
      element("p", {}, element("button", { type: "button", id: "logout", onclick: async () => { await post("/api/logout"); enter(house); } }, "Sign out")));
    return;
  }
  page.append(
    element("p", {}, `You are ${name}, a guest: you can play without an account. With one your practice chips and your rounds wait for you on any machine.`),
    form(house, "Sign in", "/api/login", [["name", "Name", "username"], ["password", "Password", "current-password"]]),
    form(house, "Make an account", "/api/accounts", [["name", "Name", "username"], ["password", "Password", "new-password"], ["invitation", "Invitation (staff only)", "off"]]),
  );
}

function form(house, title, address, fields) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const inputs = fields.map(([name, label, autocomplete]) => [name, element("input", {
    name, autocomplete, type: name === "password" ? "password" : "text", required: name !== "invitation", maxlength: name === "password" ? 128 : 64,
  }), label]);
  const send = async (event) => {
    event.preventDefault();
    refusal.replaceChildren();
    const body = Object.fromEntries(inputs.map(([name, input]) => [name, input.value]).filter(([, value]) => value));
    const answer = await post(address, body);
    if (answer.ok) { enter(house); return; }
    refusal.replaceChildren(...refused((await answer.json()).error ?? {}));
  };
  return element("form", { class: "panel", onsubmit: send, "data-form": address },
    element("h2", {}, title), ...inputs.map(([, input, label]) => element("label", {}, label, input)),
    refusal, element("button", { type: "submit" }, title));
}

const post = (address, body = {}) => fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function enter(house) {
  await house.renew();
  location.hash = "#/";
}
