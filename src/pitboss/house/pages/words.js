// Words and small conversions that every page shares.

export const money = (cents) => {
  const sign = cents < 0 ? "-" : "", whole = Math.floor(Math.abs(cents) / 100), rest = Math.abs(cents) % 100;
  return `${sign}$${whole.toLocaleString("en-US")}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
};

export const cents = (text) => {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "0").padEnd(2, "0")) : null;
};

export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function speak(sentence) {
  const place = document.getElementById("spoken");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = sentence; });
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
