"""Every page in a real Chromium: no exception on it, nothing asked of another host, names only ever text, the same in both languages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Request, expect

from analytics import lake
from analytics.question import questions
from dashboard import i18n

pytestmark = pytest.mark.browser
PATIENCE_MS = 120_000
SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
LOCAL = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")
PHONE = 390
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# The texts, charts and buttons that reach over an edge of the page; a table scrolls in its own frame.
BESIDE_THE_PAGE = """width => [...document.querySelectorAll(
    "[data-testid=stMain] :is(h1, h2, p, button, [data-testid=stMetric], [data-testid=stPlotlyChart] text)")]
    .map(e => [e.textContent, e.getBoundingClientRect()])
    .filter(([_, box]) => box.width && (box.left < 0 || box.right > width)).map(([text, _]) => text)"""
# How light the page is, and the text in its figure, from 0 to 255.
SHADES = """() => {
    const light = colour => { const [r, g, b] = colour.match(/\\d+/g).map(Number); return (r + g + b) / 3; };
    const text = document.querySelector("[data-testid=stPlotlyChart] .annotation-text");
    return [light(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor), light(getComputedStyle(text).fill)];
}"""
PAGES = ["", *(q.name for q in questions()), "deals", "deal"]


@pytest.fixture
def watched(page: Page) -> Iterator[Page]:
    """A page that fails the test if it asks another host for anything, or if a script of it breaks."""
    outside: list[str] = []
    broken: list[str] = []
    failed: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith(LOCAL):
            outside.append(request.url)

    page.on("request", asked)
    page.on("pageerror", lambda error: broken.append(str(error)))
    # Streamlit looks for its own routes below the page's path first, and is refused there.
    page.on("response", lambda r: failed.append(r.url) if r.status >= 400 and "/_stcore/" not in r.url else None)
    page.set_default_timeout(PATIENCE_MS)
    yield page
    assert (outside, broken, failed) == ([], [], [])


def settle(page: Page) -> None:
    page.wait_for_selector(SETTLED)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=PATIENCE_MS)
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_every_page_opens(watched: Page, url: str, lang: str) -> None:
    titles = {q.name: q.title(lang) for q in questions()}
    other = "en" if lang == "zh" else "zh"
    for name in PAGES:  # in one visit, so that the browser fetches Streamlit's own files once
        watched.goto(f"{url}/{name}?lang={lang}")
        settle(watched)
        title = titles.get(name) or i18n.say(lang, f"{name or 'overview'}_title")
        expect(watched.get_by_role("heading", name=title, exact=True)).to_be_visible()
        if name in titles:
            expect(watched.get_by_test_id("stPlotlyChart")).to_be_visible()
        expect(watched.get_by_text(i18n.say(other, "questions"), exact=True)).to_have_count(0)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_phone_shows_every_page_whole(watched: Page, url: str, shown_store: Path, lang: str) -> None:
    watched.set_viewport_size({"width": PHONE, "height": 900})
    row = lake.rows(lake.connect(shown_store), "select match_id, deal_no from findings order by all limit 1")[0]
    for name in (*PAGES[:-1], f"deal?match={row['match_id']}&deal={row['deal_no']}&event=2"):
        watched.goto(f"{url}/{name}{'&' if '?' in name else '?'}lang={lang}")
        settle(watched)
        assert watched.evaluate(BESIDE_THE_PAGE, PHONE) == [], name


def test_a_dark_browser_gets_dark_pages(watched: Page, url: str) -> None:
    shades = {}
    for scheme in SCHEMES:
        watched.emulate_media(color_scheme=scheme)
        watched.goto(f"{url}/bomb_usage?lang=en")
        settle(watched)
        expect(watched.get_by_test_id("stPlotlyChart")).to_be_visible()
        shades[scheme] = watched.evaluate(SHADES)
    assert shades["light"][0] > 200
    assert shades["dark"][0] < 60
    assert all(abs(page - text) > 90 for page, text in shades.values())


def test_the_language_is_the_browsers_until_it_is_switched(watched: Page, url: str) -> None:
    watched.goto(url)
    settle(watched)
    expect(watched.get_by_role("heading", name=i18n.say("zh", "overview_title"))).to_be_visible()
    watched.get_by_role("combobox", name=i18n.say("zh", "language")).click()
    watched.get_by_role("option", name="English").click()
    expect(watched.get_by_role("heading", name=i18n.say("en", "overview_title"))).to_be_visible()
    watched.get_by_role("link", name=i18n.say("en", "deals"), exact=True).click()
    expect(watched.get_by_role("heading", name=i18n.say("en", "deals_title"))).to_be_visible()
    settle(watched)
    watched.reload()
    expect(watched.get_by_role("heading", name=i18n.say("en", "deals_title"))).to_be_visible()


def test_a_deal_is_stepped_through_by_keys_and_its_address_remembers(
    watched: Page, url: str, shown_store: Path
) -> None:
    con = lake.connect(shown_store)
    hostile = "select match_id from seats where starts_with(name, '<') order by match_id limit 1"
    match = lake.rows(con, hostile)[0]["match_id"]
    watched.goto(f"{url}/deal?lang=en&match={match}&deal=1")
    settle(watched)
    for no in (1, 2):
        watched.keyboard.press("ArrowRight")
        expect(watched.get_by_text(f"event {no} of")).to_be_visible()
    settle(watched)
    assert "event=2" in watched.url
    watched.reload()
    expect(watched.get_by_text("event 2 of")).to_be_visible()
    expect(watched.get_by_text("<img src=x").first).to_be_visible()
    assert watched.locator("img[src=x]").count() == 0
    assert watched.title() != "broken"


def test_a_row_of_the_list_leads_to_its_deal(watched: Page, url: str) -> None:
    watched.goto(f"{url}/deals?lang=en")
    settle(watched)
    watched.locator(".dvn-scroller").click(position={"x": 20, "y": 55})
    expect(watched.get_by_role("heading", name=i18n.say("en", "deal_title"))).to_be_visible()
    settle(watched)
    assert "match=" in watched.url


def test_hostile_names_are_text_on_every_question(watched: Page, url: str) -> None:
    watched.goto(f"{url}/partnership_win_rates?lang=en")
    settle(watched)
    expect(watched.get_by_test_id("stPlotlyChart").get_by_text("<img src=x").first).to_be_visible()
    assert watched.locator("img[src=x]").count() == 0
    assert watched.title() != "broken"


def test_the_numbers_can_be_taken_along(watched: Page, url: str) -> None:
    watched.goto(f"{url}/bomb_usage?lang=en")
    settle(watched)
    with watched.expect_download() as download:
        watched.get_by_role("button", name="Download CSV").click()
    text = Path(download.value.path()).read_bytes()
    assert text.startswith(b"\xef\xbb\xbfkind,size,n,matches,per_deal,per_deal_low")
