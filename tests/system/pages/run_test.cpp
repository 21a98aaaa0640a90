// SPDX-License-Identifier: MIT
// The page of a run: what its charts draw, and what they say of a job.
#include "browser.hpp"

#include "results/files/records.hpp"
#include "results/files/result_files.hpp"

namespace malha::testing {
namespace run_test {

/// Runs a script when the charts are there. `chart` is that of what ran where, `set` what it tells of itself,
/// and `tell(…)` what the test reads.
std::string when_drawn(const std::string& script) {
  return "const tell = (...texts) => { document.body.dataset.told = texts.join(' '); };"
         "addEventListener('DOMContentLoaded', () => { const chart = malha.gantt.charts[0], set = "
         "chart.box.dataset;" +
         script + "});";
}

/// A run by hand on the hosts n0 … n3, from 0 to 1000 s:
///   job 10, n0 and n1, [0, 100)
///   job 11, n2, [100, 400), killed at its walltime
///   job 12, n3, in vain in [0, 50), then n3 is down in [50, 150), then [200, 1000)
///   job 13, n0, for a millisecond from 500 on
class RunPage : public ::testing::Test {
protected:
  void SetUp() override {
    if (!has_browser())
      GTEST_SKIP() << "there is no Chromium";
    write_run("ana", "n3");
    const auto said = run_shell("$MALHA report run", folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }

  void write_run(const std::string& user, const std::string& host) {
    std::filesystem::create_directory(folder_ / "run");
    std::string resources = header_of("resources.csv") + "\n";
    for (const auto& name : {std::string("n0"), std::string("n1"), std::string("n2"), host})
      resources += csv_line(ResourceRow{hosts_++, name, 1e9, 1, "", "", 1}) + "\n";
    write_text(folder_ / "run/resources.csv", resources);
    const std::string jobs = job(10, 0, 100, "0-1", FinalState::completed, user) +
                             job(11, 100, 400, "2", FinalState::walltime_reached, user) +
                             job(13, 500, 500.001, "0", FinalState::completed, user) +
                             job(12, 200, 1000, "3", FinalState::completed, user);
    write_text(folder_ / "run/jobs.csv", header_of("jobs.csv") + "\n" + jobs);
    write_text(folder_ / "run/attempts.csv", header_of("attempts.csv") +
                                                 "\n2,12,1,3,0,50,node_lost,5e10\n"
                                                 "2,12,2,3,200,1000,COMPLETED_SUCCESSFULLY,8e11\n");
    write_text(folder_ / "run/outages.csv", header_of("outages.csv") + "\n3,50,150\n");
    write_text(folder_ / "run/decisions.csv",
               header_of("decisions.csv") + "\n0,11,1,wait,no_room,100\n100,11,1,start,head,\n");
    write_text(folder_ / "run/messages.csv", header_of("messages.csv") + "\nsubmit,user>queue,4,4096\n");
    write_text(folder_ / "run/schedule.csv", "makespan,jobs_finished\n1000,4\n");
    write_text(folder_ / "run/manifest.json", R"({"malha": "0.2.0", "seed": 0})");
  }
  static std::string job(int number, double start, double end, const std::string& resources, FinalState state,
                         const std::string& user, const std::string& metadata = "") {
    JobRow row;
    row.task.id = number - 10;
    row.task.job = number;
    row.profile = "rigid";
    row.start = start;
    row.finish = end;
    row.resources = IndexSet::parse(resources);
    row.task.resources = row.resources.size();
    row.state = state;
    row.user = user;
    row.metadata = metadata;
    return csv_line(row) + "\n";
  }
  std::string page_told(const std::string& script) const {
    return told(folder_ / "run/report.html", when_drawn(script));
  }

  TemporaryFolder folder_;
  int hosts_ = 0;
};

// Resources times time: 2 · 100 + 300 + 50 + 800 + 0.001 = 1350.001 s. What the pixels cover is the same, to
// the seven digits of a single-precision number.
TEST_F(RunPage, DrawsAllThatRanAndNoMore) {
  EXPECT_EQ(
      page_told(
          "tell(set.ended, set.killed, set.wasted, set.outages, set.lanes, set.area, "
          "(Number(set.covered) / 1350.001).toFixed(6), set.seenEnded, set.seenKilled, set.seenWasted);"),
      "3 1 1 1 4 1350.001 1.000000 3 1 1");
}

// The first row is n0: it is in use at 50 s and in the pixel that begins at 500 s, where a job is 10⁵ times
// shorter than a pixel, and not at 300 s. The last row is n3: in vain at 25 s, down at 100 s, free at 175 s.
TEST_F(RunPage, NeitherHidesNorInventsWhatIsShort) {
  EXPECT_EQ(
      page_told(
          "const {width, height} = chart.canvas, left = width - chart.width * devicePixelRatio;"
          "const pixels = chart.canvas.getContext('2d').getImageData(0, 0, width, height).data;"
          "const colours = (row, time) => { const all = new Set();"
          "  const x = Math.floor(left + time / 1000 * chart.width * devicePixelRatio);"
          "  const y = Math.round((24 + row * chart.height / 4 + 3) * devicePixelRatio);"
          "  for (let i = 0; i < 8; ++i) { const at = ((y + i) * width + x) * 4;"
          "    all.add(pixels.slice(at, at + 3).join()); }"
          "  return [...all]; };"
          "const free = colours(0, 300)[0], is = (row, time) => colours(row, time).every((one) => one === "
          "free) ? "
          "'free' : 'used';"
          "tell(is(0, 50), is(0, 500), is(0, 502), is(0, 300), is(3, 25), is(3, 100), is(3, 175), is(3, "
          "600));"),
      "used used free free used used free used");
}

// 11 waits for 10, and 12 and 13 for 11: 12 ended last, so that the path is 10, 11, 12. But 11 was killed, so
// that this workflow has no path; if it ended well, two of the three arrows are on it.
TEST_F(RunPage, DrawsPrecedencesAndTheCriticalPath) {
  write_text(folder_ / "run/dag_tasks.csv",
             header_of("dag_tasks.csv") + "\n0,9,,,0,0\n1,9,,0,0,0\n2,9,,1,0,0\n3,9,,1,0,0\n");
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  const std::string counts = "tell(set.precedences, set.path, chart.precedences.onPath.join(''), "
                             "chart.arrowsInView().length, set.arrowsLeftOut);";
  EXPECT_EQ(page_told(counts), "3 0 000 3 0");
  auto jobs = text_of(folder_ / "run/jobs.csv");
  const std::string killed = text_of(FinalState::walltime_reached);
  jobs.replace(jobs.find(killed), killed.size(), text_of(FinalState::completed));
  write_text(folder_ / "run/jobs.csv", jobs);
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  EXPECT_EQ(page_told(counts), "3 3 110 3 0");
  EXPECT_EQ(page_told("chart.find('12'); tell(chart.said.textContent.endsWith('on the critical path'), "
                      "chart.detail.querySelectorAll('table')[1].tBodies[0].rows[0].textContent);"),
            "true 1400-200");
}

// Nor are there arrows where nothing waits.
TEST_F(RunPage, DrawsNoPrecedencesOfJobsThatDoNotWait) {
  EXPECT_EQ(page_told("tell(set.precedences, set.path, set.arrows);"), "0 0 ");
}

// The row of job 11 in jobs.csv, and its decisions.
TEST_F(RunPage, FindsAJobAndSaysItsRow) {
  EXPECT_EQ(
      page_told("chart.find('11'); const {detail} = chart; tell(detail.dataset.task, detail.dataset.start, "
                "detail.dataset.end, detail.dataset.resources, detail.querySelectorAll('table').length, "
                "detail.querySelectorAll('table')[1].tBodies[0].rows[0].textContent);"),
      "1 100 400 2 2 0waitno_room100");
  EXPECT_EQ(page_told("chart.find('12'); tell(chart.detail.querySelectorAll('tbody')[0].rows.length);"), "2");
  EXPECT_EQ(page_told("chart.find('99'); tell(chart.said.textContent);"), "No job 99 is in the chart.");
}

// Of a chart of every second host the blocks are in steps of two: shown as 0 and 1 is what ran on 0 and 2,
// and whether it ran on 1 the chart does not know.
TEST_F(RunPage, SaysThatResourcesAreThoseShown) {
  const std::string header = "tell(chart.detail.querySelectorAll('th')[7].textContent + ':', "
                             "chart.detail.dataset.resources);";
  EXPECT_EQ(page_told("chart.find('10'); " + header), "which: 0-1");
  EXPECT_EQ(page_told("chart.data.resources.every = 2; chart.find('10'); " + header),
            "which, of those shown: 0-2");
}

// 848 rows in 640 pixels: 640 / (640 / 848) is less than 848 in floating-point numbers.
TEST_F(RunPage, DrawsTheLastOfManyRows) {
  std::string resources = header_of("resources.csv") + "\n";
  for (int i = 0; i < 848; ++i)
    resources += csv_line(ResourceRow{i, "n" + std::to_string(i), 1e9, 1, "", "", 1}) + "\n";
  write_text(folder_ / "run/resources.csv", resources);
  std::filesystem::remove(folder_ / "run/attempts.csv");
  write_text(folder_ / "run/jobs.csv",
             header_of("jobs.csv") + "\n" + job(10, 0, 100, "847", FinalState::completed, "ana"));
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  EXPECT_EQ(
      page_told("const view = {from: 0, to: 100, top: 0, bottom: 848};"
                "const palette = malha.gantt.palette(['--series-0']);"
                "const drawn = malha.gantt.paint(chart, view, new Uint32Array(10 * 640), 10, 640, palette);"
                "tell(chart.lanes.length, drawn.counts[0], drawn.covered.toFixed(3));"),
      "848 1 100.000");
}

// Zoomed to the half about the middle, [250, 750) has jobs 11, 12 and 13.
TEST_F(RunPage, ZoomsAndMovesByKeyAndButton) {
  EXPECT_EQ(
      page_told("chart.controls.querySelector('button').click(); chart.drawNow(); tell(set.from, set.to, "
                "set.seenEnded, set.seenKilled, set.seenWasted);"),
      "250 750 2 1 0");
  EXPECT_EQ(page_told("const key = (key) => chart.canvas.dispatchEvent(new KeyboardEvent('keydown', {key}));"
                      "key('+'); key('ArrowLeft'); key('ArrowLeft'); chart.drawNow(); const moved = set.from;"
                      "key('0'); chart.drawNow(); tell(moved, set.from, set.to);"),
            "125 0 1000");
}

// Four waits: 0, 100, 500 and 200 s less the 50 in vain; the curves begin at 0 and end at 1000 s. One wait
// has a reason.
TEST_F(RunPage, DrawsCurvesAndListsMessages) {
  EXPECT_EQ(page_told("tell(document.querySelectorAll('.uplot').length, document.querySelectorAll('.curves "
                      "canvas').length, "
                      "document.querySelector('#messages table tbody').rows[0].textContent);"),
            "5 5 user&gt;queuesubmit44096");
}

// chem has n3 in vain in [0, 50) and then in [200, 1000), and is the lowest; phys has n0 and n1 in [0, 100).
// So at 25 s chem is below 0.25, phys above it up to 0.75, and nothing above that. At 700 s chem runs alone.
TEST_F(RunPage, LaysAccountsUponEachOther) {
  write_text(folder_ / "run/jobs.csv",
             header_of("jobs.csv") + "\n" +
                 job(10, 0, 100, "0-1", FinalState::completed, "ana", "account=phys") +
                 job(12, 200, 1000, "3", FinalState::completed, "ana", "account=chem"));
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  EXPECT_EQ(
      page_told(
          "const figure = [...document.querySelectorAll('.curves figure')].find((one) => "
          "one.textContent.includes('each account'));"
          "const over = figure.querySelector('.u-over'), canvas = figure.querySelector('canvas');"
          "const {width, height} = canvas, {data} = canvas.getContext('2d').getImageData(0, 0, width, "
          "height);"
          "const pixel = (time, share) => {"
          "  const x = Math.floor((over.offsetLeft + time / 1000 * over.offsetWidth) * devicePixelRatio);"
          "  const y = Math.floor((over.offsetTop + (1 - share) * over.offsetHeight) * devicePixelRatio);"
          "  return data.slice((y * width + x) * 4, (y * width + x) * 4 + 4).join(); };"
          "const chem = pixel(25, 0.12), phys = pixel(25, 0.6), none = pixel(25, 0.9);"
          "tell(figure.querySelectorAll('.u-label').length, ...[...figure.querySelectorAll('.u-label')]"
          "  .map((one) => one.textContent), chem === phys, chem === none, phys === none,"
          "  pixel(700, 0.12) === chem, pixel(700, 0.6) === none);"),
      "3 time chem phys false false false true true");
}

// The colours of users are named, by their names.
TEST_F(RunPage, NamesTheColoursOfUsers) {
  EXPECT_EQ(
      page_told(
          "tell(chart.legend.children[0].textContent, chart.legend.querySelectorAll('i')[0].className);"),
      "ana gantt-series-0");
}

// 250 000 s are 2.9 d, and so in hours; 1000 s in seconds or minutes.
TEST_F(RunPage, MarksTimeInUnitsThatSuitIt) {
  EXPECT_EQ(
      page_told(
          "const said = (span) => { const {unit, every} = malha.timeAxis(span, 6); return unit + every; };"
          "tell(said(100), said(1000), said(250000), said(800000), said(8e6));"),
      "s20 min300 h43200 d172800 d1728000");
}

// A user's name may have a comma; the name of the metric is then quoted. 1000 s are 16.667 min. What each
// user has is in a section of its own.
TEST_F(RunPage, ListsMetricsOfAnyName) {
  write_text(folder_ / "run/schedule.csv", "makespan,\"user_satisfaction.doe, jane\"\n1000,50\n");
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  EXPECT_EQ(
      page_told("tell(...[...document.querySelectorAll('#metrics tbody tr, #users tbody tr')].map((row) => "
                "[...row.cells].slice(0, 2).map((cell) => cell.textContent + (cell.title && '=' + "
                "cell.title)).join(': ')));"),
      "doe, jane: 50 %=50 % makespan: 16.667 min=1000 s");
}

// 500 users, who wait from 1 to 500 s: nothing of them is above the chart, and all of them are folded, of
// which 20 are shown at first, who wait longest.
TEST_F(RunPage, FoldsItsUsers) {
  std::string users = "user,jobs,mean_waiting_time\n", names = "makespan", values = "1000";
  for (int i = 1; i <= 500; ++i) {
    users += "u" + std::to_string(i) + ",1," + std::to_string(i) + "\n";
    names += ",user_satisfaction.u" + std::to_string(i);
    values += ",50";
  }
  write_text(folder_ / "run/users.csv", users);
  write_text(folder_ / "run/schedule.csv", names + "\n" + values + "\n");
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  const auto html = text_of(folder_ / "run/report.html");
  EXPECT_GT(html.find("u17<"), html.find("id=\"gantt\""));
  EXPECT_EQ(
      page_told(
          "const rows = [...document.querySelector('#users table').tBodies[0].rows].filter((row) => "
          "!row.hidden); const folded = [...document.querySelectorAll('#users details')];"
          "tell(folded.length, folded.some((one) => one.open), rows.length, rows[0].cells[0].textContent, "
          "rows[19].cells[0].textContent, [...document.querySelectorAll('#users .controls "
          "button')].map((one) => one.textContent).join());"),
      "2 false 20 u500 u481 Show all 500 rows,Show all 500 rows");
}

// Job 11 is submitted at 0 and ends at 400 s: with a fifth of that on both sides from -80 to 480 s, moved
// into the run 0 to 560 s. All four rows are shown; in that time jobs 10, 11, 12 and 13 run, and one attempt
// in vain.
TEST_F(RunPage, ShowsTheWholeWaitOfAJobWithItsNeighbours) {
  EXPECT_EQ(
      page_told(
          "chart.find('11'); chart.drawNow(); tell(set.from, set.to, chart.view.top, chart.view.bottom, "
          "set.seenEnded, set.seenKilled, set.seenWasted, chart.said.textContent);"),
      "0 560 0 4 3 1 1 job 11, job_id 1 · user ana · submitted at 0 s · waited 100 s · ran 5 min");
}

// The strip has the run from its begin to its end, whatever the chart shows.
TEST_F(RunPage, FramesWhatIsShownInTheWholeRun) {
  EXPECT_EQ(
      page_told("chart.find('11'); chart.drawNow(); const before = chart.whole; chart.zoom(0.5); "
                "chart.drawNow(); tell(chart.whole === before, chart.strip.width === chart.canvas.width);"),
      "true true");
}

// 161 540 s are 1 d, 20 h, 52 min and 20 s.
TEST_F(RunPage, SaysDatesAndLengthsAsPeopleDo) {
  EXPECT_EQ(
      page_told("tell([161540, 86400, 0, 0.5, -60, 3600.25].map(malha.date).join(), [26491, 59, 0.1234, "
                "864000].map(malha.length).join());"),
      "1 d 20 h 52 min 20 s,1 d,0 s,0.5 s,-1 min,1 h 0.25 s 7.36 h,59 s,0.123 s,10 d");
}

TEST_F(RunPage, ShowsHostileNamesAndRunsNone) {
  const std::string hostile = "</script><img src=x onerror=\"document.body.dataset.told='ran'\">\x01'\xff";
  hosts_ = 0;
  write_run(hostile, hostile);
  write_text(folder_ / "run/users.csv", "user,jobs\n" + csv_field(hostile) + ",4\n");
  write_text(folder_ / "run/user_series.csv", "time,user,machines,tasks\n0," + csv_field(hostile) +
                                                  ",1,1\n1000," + csv_field(hostile) + ",0,0\n");
  ASSERT_EQ(run_shell("$MALHA report run", folder_.path()).status, 0);
  EXPECT_EQ(
      page_told("chart.find('12'); tell(document.images.length, "
                "chart.said.textContent.includes('<' + '/script><img'), chart.data.resources.hosts.length, "
                "['#users td, #users th', '.u-legend', '.gantt-legend'].every((one) => "
                "[...document.querySelectorAll(one)].some((element) => "
                "element.textContent.includes('/script><img'))));"),
      "0 true 4 true");
}

} // namespace run_test
} // namespace malha::testing
