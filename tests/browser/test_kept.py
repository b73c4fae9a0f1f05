"""What is pressed while the house tells something: whatever did not change on a page is the same element as before."""

from collections.abc import Callable

from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse, together

WORDS = "import('/words.js')"
LABEL = "e => [e.tagName, e.dataset.move, e.dataset.asked, e.dataset.of, e.textContent].join('|')"
REMEMBER = f"""() => {{
  const label = {LABEL};
  window.before = [...document.querySelectorAll('main button, main a, main input, main select')]
    .filter(e => e.checkVisibility() && !e.matches('.cite')).map(e => [label(e), e]);
}}"""
REPLACED = f"""() => {{
  const label = {LABEL};
  const now = new Set([...document.querySelectorAll('main *')].map(label));
  return window.before.filter(([name, e]) => !e.isConnected && now.has(name)).map(([name]) => name);
}}"""


def replaced_by(person: Person, happens: Callable[[], object]) -> list[str]:
    """What was there before something happened, is there after it, and yet is another element."""
    before = person.at()
    person.page.evaluate(REMEMBER)
    happens()
    person.page.wait_for_function("at => Number(document.body.dataset.at ?? 0) > at", arg=before)
    found: list[str] = person.page.evaluate(REPLACED)
    return found


def seated_pair(stacked: StackedHouse, visit: Visit) -> tuple[str, Person, Person]:
    table = stacked.table("double-attack-pa", "9S 9H 8H 9D 8D KD")
    ann, bob = visit(stacked).sit(table, 1), visit(stacked).sit(table, 2)
    together((ann, bob), "wager")
    return table, ann, bob


def test_a_press_that_somebodys_bet_comes_into_is_a_press(stacked: StackedHouse, visit: Visit) -> None:
    _, ann, bob = seated_pair(stacked, visit)
    deal = ann.button("ready")
    deal.hover()
    ann.page.mouse.down()
    before = ann.at()
    bob.wager("20")
    ann.page.wait_for_function("at => Number(document.body.dataset.at) > at", arg=before)
    ann.page.mouse.up()
    ann.sees("You are in")


def test_a_bet_and_a_decision_of_another_replace_nothing_at_the_table(stacked: StackedHouse, visit: Visit) -> None:
    _, ann, bob = seated_pair(stacked, visit)
    assert replaced_by(ann, lambda: bob.wager("20")) == []
    ann.page.locator("[data-tool='speed']").focus()
    ann.bet("10")
    bob.button("ready").focus()
    assert replaced_by(bob, lambda: bob.press("ready")) == []
    for one in (ann, bob):
        one.usual_until("no-attack")
    assert replaced_by(bob, lambda: ann.press("no-attack")) == []


def test_the_floor_and_the_lobby_keep_what_did_not_change(stacked: StackedHouse, visit: Visit) -> None:
    table, ann, bob = seated_pair(stacked, visit)
    floor = visit(stacked).sign_up("Flora", stacked.invitation("floorperson")).go(f"#/floor/{table}")
    floor.page.locator(".offers button").first.wait_for()
    lobby = visit(stacked).go("#/")
    row = lobby.page.locator(f"a[data-of='{table}']")
    row.wait_for()
    lobby.page.evaluate(REMEMBER)
    floor.page.evaluate(REMEMBER)
    offered = floor.page.locator(".floor details").evaluate("e => e.textContent")
    bob.bet("20")
    ann.bet("10")
    floor.page.wait_for_function("was => document.querySelector('.floor details').textContent !== was", arg=offered)
    lobby.page.locator(f"tr[data-row='{table}']").get_by_text("round 1").wait_for()
    assert floor.page.evaluate(REPLACED) == []
    assert lobby.page.evaluate(REPLACED) == []


def test_the_console_keeps_its_controls_over_a_step(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go("#/")
    ann.page.locator(".deal[data-game='double-attack-pa']").click()
    ann.page.locator(".console-bar [data-next]").wait_for()
    assert replaced_by(ann, lambda: ann.page.locator("[data-next]").click()) == []


def test_the_small_rule_that_all_pages_share(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked).go("#/")
    found = ann.page.evaluate(
        f"""async () => {{
          const {{ become, element, there }} = await {WORDS};
          const said = [], place = element("div");
          document.body.append(place);
          const draw = (words, more) => {{
            const field = element("input", {{ name: "amount", value: words }});
            const press = () => said.push(words);
            const hit = element("button", {{ "data-move": "hit", class: words, onclick: press }}, words);
            const closed = element("details", {{}}, element("summary", {{}}, "more"));
            become(place, `${{words}} `, ...more, closed, hit, field);
            return [there(hit), there(field), place.querySelector("details")];
          }};
          const [hit, field, details] = draw("one", []);
          field.focus();
          field.value = "typed";
          details.open = true;
          const [again, typed, opened] = draw("two", [element("button", {{}}, "new"), element("b", {{}}, "bold")]);
          again.click();
          const same = [again === hit, typed === field, opened === details, details.open, again.className];
          const kept = [document.activeElement === field, field.value, said.join(), place.textContent];
          const stand = element("button", {{ "data-move": "stand" }}, "two");
          become(place, stand, place.querySelector("b"));
          const after = [there(stand) === stand, hit.isConnected, place.innerHTML];
          place.remove();
          return [...same, ...kept, ...after];
        }}"""
    )
    assert found[:5] == [True, True, True, True, "two"]
    assert found[5:9] == [True, "typed", "two", "two newboldmoretwo"]
    assert found[9:] == [True, False, '<button data-move="stand">two</button><b>bold</b>'], (
        "another move, another button"
    )
