// SPDX-License-Identifier: MIT
// Pages as people read them: by key, narrow and wide, in the light and the dark, and with few colours.
#include "browser.hpp"
#include "reading_browser.hpp"
#include "waits_scenario.hpp"

#include <nlohmann/json.hpp>

#include <ostream>
#include <set>

namespace malha::testing {
namespace readers_test {

using Json = nlohmann::json;

std::string script(const std::string& name) {
  return text_of(MALHA_SOURCE_FOLDER "/tests/system/pages/" + name);
}

/// A page, and how it is made in the folder `out`.
struct Kind {
  std::string name, commands;
  int marks; ///< so many parts of drawings it has at least, beside tiles
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

const std::string small =
    "-p star --set platform.hosts=4 --set transport=instant -w rigid_jobs --set workload.jobs=20 ";

const Kind study{"Study", "\"$MALHA\" run ./waits.xml -o out", 10};
const Kind comparison{"Comparison",
                      "\"$MALHA\" compare " + small +
                          "-d cluster.fcfs -d cluster.easy_backfill --seeds 2 --records jobs -o out",
                      40};
const Kind sweep{
    "Sweep",
    "\"$MALHA\" compare " + small +
        "-d cluster.fcfs -d cluster.easy_backfill --seeds 2 --sweep workload.interarrival=100,200,400 "
        "--sweep workload.max_resources=2,4 -o out",
    0};
const Kind run{"Run", "\"$MALHA\" simulate -p owned_pool -d ownership.osep -w user_bags --explain -o out", 8};

class Reader : public ::testing::Test {
protected:
  void SetUp() override {
    if (!has_browser())
      GTEST_SKIP() << "chromium is not installed";
    browser_.emplace();
  }
  std::filesystem::path page() const { return folder_ / "out/report.html"; }
  void make(const Kind& kind) const {
    write_text(folder_ / "waits.xml", waits_scenario);
    run_shell(kind.commands, folder_.path());
    const auto said = run_shell("\"$MALHA\" report out", folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  Json asked(const std::string& expression) { return browser_->value_of(expression); }

  TemporaryFolder folder_;
  std::optional<ReadingBrowser> browser_;
};

class ReaderOf : public Reader, public ::testing::WithParamInterface<Kind> {};

// The focus goes once through everything that can be used, and is seen wherever it is.
TEST_P(ReaderOf, SeesTheFocusOnItsWayThroughThePage) {
  make(GetParam());
  browser_->open(page());
  const std::string all =
      "[...document.querySelectorAll('a[href], button, select, input, summary, [tabindex]')].filter("
      "(one) => one.checkVisibility() && one.tabIndex >= 0)";
  const int number = asked(all + ".length");
  ASSERT_GT(number, 5);
  asked("seen = new Set(), contrast = " + Json(script("contrast.js")).dump() + ", 0");
  for (int i = 0; i < number; ++i) {
    browser_->press("Tab");
    const auto bad = asked("seen.add(document.activeElement), "
                           "(({top, bottom}) => bottom <= 0 || top >= innerHeight)(document.activeElement."
                           "getBoundingClientRect()) ? ['it is out of sight'] : eval(contrast).bad");
    ASSERT_EQ(bad, Json::array()) << asked("document.activeElement.outerHTML.slice(0, 200)");
  }
  EXPECT_EQ(asked(all + ".filter((one) => !seen.has(one)).map((one) => one.outerHTML.slice(0, 200))"),
            Json::array());
}

TEST_P(ReaderOf, HasContrastAndNeverScrollsSideways) {
  make(GetParam());
  for (const int width : {1280, 400})
    for (const std::string theme : {"light", "dark"}) {
      SCOPED_TRACE(theme + " " + std::to_string(width));
      browser_->open(page(), width, theme);
      const auto found = asked(script("contrast.js"));
      EXPECT_EQ(found["bad"], Json::array());
      EXPECT_GT(found["texts"], 50);
      EXPECT_GE(found["marks"], GetParam().marks);
      EXPECT_GT(found["controls"], 1);
      EXPECT_EQ(asked("document.documentElement.scrollWidth <= innerWidth"), true);
    }
}

INSTANTIATE_TEST_SUITE_P(Pages, ReaderOf, ::testing::Values(study, comparison, sweep, run),
                         [](const auto& one) { return one.param.name; });

// The letter chooses "missed" in the list, Enter presses the header.
TEST_F(Reader, FiltersAndSortsByKey) {
  make(study);
  browser_->open(page());
  const std::string published =
      "[...document.querySelectorAll('table[data-live]')][0].tBodies[0].rows].filter((row) => "
      "!row.hidden).map((row) => row.cells[4].textContent).join(' ')";
  const auto rows = [&] { return asked("[..." + published); };
  EXPECT_EQ(rows(), "9000 1 2");
  browser_->tab_to("select[data-column='verdict']");
  browser_->press("m");
  EXPECT_EQ(rows(), "2");
  browser_->tab_to(".controls button");
  browser_->press("Enter");
  browser_->tab_to("th:nth-child(5) button");
  browser_->press("Enter");
  EXPECT_EQ(rows(), "1 2 9000");
  browser_->press("Enter");
  EXPECT_EQ(rows(), "9000 2 1");
}

// + halves what is seen, from both sides; n goes to the first run.
TEST_F(Reader, ZoomsTheChartAndFindsAJobByKey) {
  make(run);
  browser_->open(page());
  browser_->tab_to(".gantt canvas");
  const auto span = [&] {
    return asked("malha.gantt.charts[0].drawNow(), (({from, to}) => to - "
                 "from)(malha.gantt.charts[0].box.dataset)")
        .get<double>();
  };
  const double whole = span();
  browser_->press("+");
  EXPECT_NEAR(span(), whole / 2, whole * 1e-9);
  browser_->press("0");
  EXPECT_EQ(span(), whole);
  EXPECT_EQ(asked("malha.gantt.charts[0].detail.querySelectorAll('table').length"), 0);
  browser_->press("n");
  EXPECT_GE(asked("malha.gantt.charts[0].detail.querySelectorAll('table').length"), 1);
}

// The address of a job brings a reader to the chart, and there to the job.
TEST_F(Reader, FollowsTheAddressOfAJob) {
  const auto single = run_shell(
      "\"$MALHA\" simulate " + small + "-d cluster.fcfs -o one && \"$MALHA\" report one", folder_.path());
  ASSERT_EQ(single.status, 0) << single.err;
  browser_->open((folder_ / "one/report.html").string() + "#job=3");
  const std::string job = "malha.gantt.charts[0].detail.dataset.job";
  EXPECT_EQ(asked(job), "3");
  EXPECT_EQ(asked("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done("
                  "scrollY > 0 && Math.abs(malha.gantt.charts[0].box.getBoundingClientRect().top) < 40))))"),
            true);
  asked("location.hash = '#job=5', 0");
  EXPECT_EQ(asked("new Promise((done) => setTimeout(() => done(" + job + "), 50))"), "5");
}

// 2.3 is what an eye just notices. Whoever sees no colour has the marks, the dashes and the words.
TEST_F(Reader, TellsSeriesApartWithTwoKindsOfCones) {
  make(run);
  for (const std::string theme : {"light", "dark"}) {
    browser_->open(page(), 1280, theme);
    const auto least = asked(script("vision.js"));
    ASSERT_EQ(least.size(), 4u);
    for (const auto& [eyes, distance] : least.items())
      EXPECT_GE(distance, 6 * 2.3) << theme << ", " << eyes;
  }
}

// In each drawing every series has a dash, or a mark with corners of another number, that no other one has.
TEST_F(Reader, TellsSeriesApartWithoutColours) {
  make(comparison);
  browser_->open(page());
  const auto kinds_of = [&](const std::string& parts, const std::string& look) {
    return asked("[...document.querySelectorAll('svg.chart')].map((svg) => [...svg.querySelectorAll('" +
                 parts + "')].map((one) => [[...one.classList].find((name) => /^s\\d/.test(name)), " + look +
                 "])).filter((all) => all.length > 1)");
  };
  const auto lines = kinds_of(".line", "[...one.classList].find((name) => name.startsWith('dash'))");
  const auto marks = kinds_of(".mark", "one.tagName + (one.points ? one.points.length : '')");
  EXPECT_EQ(lines.size(), 2u); // waiting times and slowdowns
  EXPECT_GT(marks.size(), 2u);
  for (const auto& drawings : {lines, marks})
    for (const auto& drawing : drawings) {
      std::set<std::string> series, looks;
      for (const auto& part : drawing) {
        series.insert(part[0]);
        looks.insert(part[1]);
      }
      EXPECT_EQ(series.size(), looks.size()) << drawing;
    }
}

} // namespace readers_test
} // namespace malha::testing
