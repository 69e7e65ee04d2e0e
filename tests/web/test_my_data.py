"""F25: the page asks before a personal link changes who one is; another device, my data and being forgotten have buttons."""

from playwright.sync_api import expect

from web.conftest import Visit


def test_f25_another_device_my_data_and_forgetting_are_in_the_settings(visit: Visit) -> None:
    page = visit("/")
    page.request.put("/api/me", data={"name": "Ann"})
    page.get_by_role("button", name="Settings").first.click()
    page.locator("[data-device]").click()
    made = page.locator("[data-device-link]")
    expect(made.get_by_role("img")).to_be_visible()
    link = made.get_attribute("data-device-link") or ""
    other = visit(link)
    expect(other.locator("[data-accept]")).to_be_visible()
    assert other.request.get("/api/me").json()["name"] == "", "looking changes nothing"
    other.locator("[data-accept]").click()
    other.wait_for_url(lambda address: address.endswith("/"))
    assert other.request.get("/api/me").json()["name"] == "Ann"
    with page.expect_download() as download:
        page.locator("[data-my-data]").click()
    assert download.value.suggested_filename == "boohive-my-data.json"
    page.locator("[data-forget]").click()
    page.locator("[data-forget-sure]").click()
    page.locator("dialog [data-said]").wait_for()
    assert page.request.get("/api/me").json()["name"] == ""
