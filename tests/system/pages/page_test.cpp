// SPDX-License-Identifier: MIT
// Pages of results: what they say, and what a browser makes of them.
#include "browser.hpp"

#include "results/files/csv_reader.hpp"
#include "results/files/table.hpp"
#include "waits_scenario.hpp"

namespace malha::testing {
namespace page_test {

namespace fs = std::filesystem;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class Page : public ::testing::Test {
protected:
  Said malha(const std::string& arguments) const {
    return run_shell("\"$MALHA\" " + arguments, folder_.path());
  }

  /// Runs the scenario into `out`, and makes its page.
  void make_study() const {
    write_text(folder_ / "waits.xml", waits_scenario);
    const auto said = malha("run ./waits.xml -o out --report");
    ASSERT_EQ(said.status, 1) << said.err; // a value is missed
    ASSERT_TRUE(holds(said.out, "\npage in out/report.html\n")) << said.out;
  }
  void make_comparison() const {
    const auto said =
        malha("compare -p star --set platform.hosts=8 --set transport=instant -w rigid_jobs --set "
              "workload.jobs=40 --set workload.interarrival=200 -d cluster.fcfs -d "
              "cluster.easy_backfill --seeds 3 -o out");
    ASSERT_EQ(said.status, 0) << said.err;
    ASSERT_TRUE(holds(said.out, "\na page with figures: malha report out\n")) << said.out;
    ASSERT_EQ(malha("report out").out, "page in out/report.html\n");
  }
  std::string page() const { return text_of(folder_ / "out" / "report.html"); }

  TemporaryFolder folder_;
};

/// A script that tells the cells of one live table whose header is among some names, row by row: all digits
/// of them, which are under the pointer where a number is rounded.
std::string cells_of(int table, const std::string& names) {
  return "const table = document.querySelectorAll('table[data-live]')[" + std::to_string(table) +
         "]; const wanted = '" + names +
         "'.split(','); const headers = [...table.tHead.rows[0].cells].map((cell) => cell.textContent); let "
         "said = ''; "
         "for (const row of table.tBodies[0].rows) if (!row.hidden) for (const name of wanted) { const at = "
         "headers.indexOf(name); if (at >= 0 && row.cells[at].textContent) said += (row.cells[at].title || "
         "row.cells[at].textContent) + '; '; } "
         "document.body.dataset.told = said;";
}

/// "1.5 s, 95 % interval from 1 to 2 s": a number of a file with its interval, as is under the pointer.
std::string with_interval(const CsvReader& row, const std::string& name, const std::string& interval,
                          const std::string& unit) {
  const auto low = row.text(interval + "_low"), high = row.text(interval + "_high");
  return row.text(name) + unit + (low.empty() ? "" : ", 95 % interval from " + low + " to " + high + unit);
}

// Nothing is left to run for the four workers of the second command, so that all its fork_servers are idle.
TEST_F(Page, OfACampaignThatWasFinishedBeforeHasAllThatTheFolderHolds) {
  make_study();
  const auto before = page();
  ASSERT_EQ(malha("run ./waits.xml -o out --report -j 4").status, 1);
  EXPECT_TRUE(page() == before);
}

TEST_F(Page, OfAStudyHasTheNumbersOfItsFiles) {
  make_study();
  const auto html = page();
  EXPECT_TRUE(holds(html, "Which waits less, &quot;a&quot; &amp; b, &lt;/script&gt;?"));
  EXPECT_TRUE(holds(html, "<dd>the machine is another</dd>"));
  EXPECT_TRUE(holds(html, "{tonelli2010,")) << "the reference is there";
  EXPECT_TRUE(holds(html, "--figure published.tonelli2010-table-1"));
  EXPECT_TRUE(holds(html, "--figure sweep.waits.makespan"));
  EXPECT_TRUE(holds(html, "--figure claims.waits.makespan"));
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  // Published values are in the first table, and what decides about claims in the second one.
  std::string values, claims;
  for (CsvReader row(folder_ / "out" / "verdicts.csv"); row.next();)
    if (row.text("published").empty())
      claims += ", at least " + row.text("claim_low") +
                (row.text("claim_high").empty() ? "; " : ", at most " + row.text("claim_high") + "; ");
    else
      values += row.text("published") + "; " + with_interval(row, "ours", "ci", "") + "; " +
                row.text("relative_error") + "; ";
  const auto page = folder_ / "out" / "report.html";
  EXPECT_EQ(told(page, cells_of(0, "published,ours,error")), values);
  EXPECT_EQ(told(page, cells_of(1, "what decides") +
                           "document.body.dataset.told = said.replace(/[-.\\de]+(?=, at least)/g, '');"),
            claims);
}

TEST_F(Page, OfAComparisonHasTheNumbersOfItsFiles) {
  make_comparison();
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  const auto file = folder_ / "out" / "report.html";
  // What is the same for all deployments and seeds has no row, but stands in a sentence: all 40 jobs run.
  std::string rows;
  for (CsvReader row(folder_ / "out" / "differences.csv"); row.next();) {
    if (row.text("metric").rfind("jobs_", 0) == 0)
      continue;
    const std::string unit = row.text("unit") == "1" ? "" : " " + row.text("unit");
    rows += with_interval(row, "mean", "ci", unit) + "; ";
    if (!row.text("difference").empty())
      rows += with_interval(row, "difference", "difference", unit) + "; ";
  }
  EXPECT_TRUE(holds(page(), "The same for all: jobs finished 40, jobs killed 0 and jobs rejected 0."));
  EXPECT_EQ(told(file, cells_of(0, "mean,difference")), rows);
  // The values of each seed, of the metric that comes first.
  CsvReader runs(folder_ / "out" / "runs.csv");
  std::string makespans;
  while (runs.next())
    if (runs.text("metric") == "makespan")
      makespans += runs.text("value") + "; ";
  EXPECT_EQ(
      told(file,
           "const select = [...document.querySelectorAll('select')].filter((one) => one.dataset.column === "
           "'metric')[1]; select.value = JSON.stringify('makespan'); select.dispatchEvent(new "
           "Event('change')); " +
               cells_of(1, "value")),
      makespans);
}

// Resamples of a trace have wider intervals than independent seeds, and other users under each seed.
TEST_F(Page, OfResampledTracesHasTheIntervalsOfItsFiles) {
  const auto said = malha("compare -p star --set platform.hosts=128 -w " MALHA_SOURCE_FOLDER
                          "/tests/scenarios/workload/nasa-ipsc-1993-first-jobs.swf -d cluster.fcfs -d "
                          "cluster.easy_backfill --set transport=instant --records metrics --seeds 3 --set "
                          "workload.resample=users -o out");
  ASSERT_EQ(said.status, 0) << said.err;
  ASSERT_EQ(malha("report out").status, 0);
  const auto html = page();
  EXPECT_FALSE(holds(html, "user_satisfaction."));
  CsvReader rows(folder_ / "out" / "differences.csv");
  int intervals = 0;
  while (rows.next()) {
    const auto in_page = [&](const std::string& mean, const std::string& low, const std::string& high) {
      return rows.text("run") + ": " + shown({rows.real(mean), rows.real(low), rows.real(high)});
    };
    if (rows.text("ci_low").empty())
      continue;
    ++intervals;
    EXPECT_TRUE(holds(html, in_page("mean", "ci_low", "ci_high"))) << in_page("mean", "ci_low", "ci_high");
    if (!rows.text("difference_low").empty()) {
      const auto difference = in_page("difference", "difference_low", "difference_high");
      EXPECT_TRUE(holds(html, difference)) << difference;
    }
  }
  EXPECT_GT(intervals, 0);
}

/// Texts of the page that are seen and have a number of more than nine digits.
const std::string long_numbers =
    "const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT); let "
    "said = ''; "
    "for (let node; (node = walker.nextNode());) { const element = node.parentElement; if "
    "(element.closest('script, style, title, pre, #provenance')) continue; const found = "
    "node.textContent.match(/\\d[\\d.]{9,}/); if (found) said += found[0] + ' '; } "
    "document.body.dataset.told = said;";

TEST_F(Page, ShowsNoNumberThatNobodyReads) {
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  make_study();
  EXPECT_EQ(told(folder_ / "out" / "report.html", long_numbers), "");
  fs::remove_all(folder_ / "out");
  make_comparison();
  EXPECT_EQ(told(folder_ / "out" / "report.html", long_numbers), "");
}

// The sentence and the figure of differences of its metric stand above all tables.
TEST_F(Page, OfAComparisonBeginsWithWhatItShows) {
  make_comparison();
  const auto html = page();
  const auto sentence = html.find("<p class=\"headline\">"),
             figure = html.find("differences.mean_bounded_slowdown<"), table = html.find("<table");
  ASSERT_NE(sentence, std::string::npos);
  EXPECT_LT(sentence, figure);
  EXPECT_LT(figure, table);
  EXPECT_EQ(html.find("id=\"figure-differences.mean_bounded_slowdown\""),
            html.rfind("id=\"figure-differences.mean_bounded_slowdown\""));
}

// No distribution mixes jobs of several loads; that is said where distributions would be, and not as a
// complaint.
TEST_F(Page, OfASweepSaysAtItsEndWhatItDoesNotShow) {
  const auto said =
      malha("compare -p star --set platform.hosts=8 --set transport=instant -w rigid_jobs --set "
            "workload.jobs=40 --sweep workload.interarrival=200,400 -d cluster.fcfs -d "
            "cluster.easy_backfill --seeds 3 --report -o out");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto html = page();
  EXPECT_FALSE(holds(html, "class=\"notes\""));
  EXPECT_LT(html.find("id=\"differences\""), html.find("there are no distributions of jobs"));
  EXPECT_LT(html.find("figure-sweep.compare.mean_bounded_slowdown"), html.find("<table"));
}

TEST_F(Page, FiltersAndSorts) {
  make_study();
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  const auto file = folder_ / "out" / "report.html";
  const std::string choose = "const select = [...document.querySelectorAll('select')].find((one) => "
                             "one.dataset.column === 'verdict'); select.value = JSON.stringify('missed'); "
                             "select.dispatchEvent(new Event('change')); ";
  EXPECT_EQ(told(file, choose + cells_of(0, "published")), "2; ");
  const std::string sort =
      "const button = [...document.querySelectorAll('th button')].find((one) => one.textContent "
      "=== 'published'); button.click(); ";
  EXPECT_EQ(told(file, sort + cells_of(0, "published")), "1; 2; 9000; ");
  EXPECT_EQ(told(file, sort + "button.click(); " + cells_of(0, "published")), "9000; 2; 1; ");
}

TEST_F(Page, OpensWithoutAComplaint) {
  make_comparison();
  EXPECT_EQ(malha("simulate -p star -w rigid_jobs -d cluster.fcfs -o single >/dev/null && \"$MALHA\" report "
                  "single out "
                  "-o all.html")
                .out,
            "page in all.html\n");
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  for (const auto* file : {"out/report.html", "all.html"}) {
    const auto [dom, console] = opened(folder_ / file);
    EXPECT_EQ(console, "") << file;
    EXPECT_TRUE(holds(dom, "</html>")) << file;
  }
}

/// That the test would see a script run.
TEST_F(Page, WouldShowThatAScriptRan) {
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  write_text(folder_ / "bad.html", "<body><script>document.body.dataset.ran = 1</script></body>");
  EXPECT_TRUE(holds(opened(folder_ / "bad.html").dom, "data-ran="));
}

TEST_F(Page, RunsNoNames) {
  const std::string script = "</title></script><script>document.body.dataset.ran = 1</script>";
  const std::string image = "<img src=x onerror=document.body.dataset.ran=1>";
  const std::string quotes = "\"\" onmouseover=x ' \"\"><svg onload=document.body.dataset.ran=1>";
  fs::create_directory(folder_ / "out");
  const std::string row = ",\"" + image + "\",\"workload.name=" + quotes + "\",";
  write_text(folder_ / "out" / "runs.csv", "scenario,run,parameters,seed,metric,value,unit\n" + script + row +
                                               "0,makespan,1.5,s\n" + script + row +
                                               "0,\"user_satisfaction." + script + "\",50,%\n" + script +
                                               row + "0,n" + std::string(1, '\0') + "ul,2,s\n");
  write_text(
      folder_ / "out" / "verdicts.csv",
      "scenario,run,parameters,metric,published,ours,ci_low,ci_high,unit,relative_error,verdict,source\n" +
          script + row + image + ",1,2,,," + "s,1," + "missed,\"" + script + "\"\n" + script + row +
          std::string(10000, 'w') + ",1,2,,,s,1,agrees*,source\n");
  const auto said = malha("report out");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto html = page();
  EXPECT_FALSE(holds(html, image));
  EXPECT_FALSE(holds(html, "<script>document"));
  EXPECT_TRUE(holds(html, "&lt;script&gt;document.body.dataset.ran = 1&lt;/script&gt;"));
  EXPECT_TRUE(holds(html, std::string(10000, 'w'))) << "a long name is shown whole";
  EXPECT_EQ(html.find('\0'), std::string::npos);
  if (!has_browser())
    GTEST_SKIP() << "chromium is not installed";
  const auto [dom, console] = opened(folder_ / "out" / "report.html");
  EXPECT_FALSE(holds(dom, "data-ran=")) << "a name was run as a script";
  EXPECT_EQ(console, "");
}

TEST_F(Page, IsTheSameTwiceAndWhateverTheWorkers) {
  write_text(folder_ / "waits.xml", waits_scenario);
  malha("run ./waits.xml -o out -j1 --report");
  const auto first = page();
  fs::rename(folder_ / "out", folder_ / "first");
  malha("run ./waits.xml -o out -j2 --report");
  EXPECT_EQ(page(), first);
}

TEST_F(Page, WritesNothingElse) {
  make_comparison();
  fs::remove(folder_ / "out" / "report.html");
  const auto before = results_below(folder_.path());
  ASSERT_EQ(malha("report out -o page.html").status, 0);
  ASSERT_EQ(malha("plot out --figure seeds.makespan -o figure.svg").status, 0);
  auto after = results_below(folder_.path());
  EXPECT_EQ(after.erase("page.html"), 1u);
  EXPECT_EQ(after.erase("figure.svg"), 1u);
  EXPECT_EQ(after, before);
}

TEST_F(Page, SaysWhatIsMissing) {
  make_study();
  const auto without = [&](const std::string& command, const std::string& note) {
    fs::remove_all(folder_ / "copy");
    run_shell("cp -r out copy && rm copy/report.html && " + command, folder_.path());
    const auto said = malha("report copy -o copy.html");
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_TRUE(holds(text_of(folder_ / "copy.html"), note)) << command;
    EXPECT_TRUE(holds(text_of(folder_ / "copy.html"), "<h2 id=\"verdicts-title\">")) << command;
  };
  without("rm copy/campaign.sqlite*", "campaign.sqlite is missing");
  without("rm copy/runs.csv copy/verdicts.csv", "runs.csv has 0 of the 12 runs that are done");
  without("echo damaged >copy/campaign.sqlite", "is no campaign of Malha");
  without("echo 1,2 >>copy/runs.csv", "runs.csv:");
  without("sed -i 's/,agrees,/,missed,/' copy/verdicts.csv",
          "verdicts.csv is not what the scenarios say today");
  without("rm waits.xml", "the scenarios are not what was run");
}

TEST_F(Page, OfAShardSaysSo) {
  write_text(folder_ / "waits.xml", waits_scenario);
  ASSERT_EQ(malha("run ./waits.xml -o out --shard 1/2").status, 0);
  ASSERT_EQ(malha("report out").status, 0);
  EXPECT_TRUE(holds(page(), "one shard of a campaign: the runs of the others are not here"));
}

TEST_F(Page, OfVersionsSaysThem) {
  make_study();
  run_shell("sed -i 's/\"malha\": \"[^\"]*\"/\"malha\": \"0.0.1\"/' \"$(find out -name manifest.json | sort "
            "| head -1)\"",
            folder_.path());
  ASSERT_EQ(malha("report out").status, 0);
  EXPECT_TRUE(holds(page(), "the runs were made by different versions"));
  EXPECT_TRUE(holds(page(), "Malha 0.0.1 on SimGrid")) << "each version is named";
}

struct Refused {
  const char* arguments;
  const char* message;
};

TEST_F(Page, RefusesWhatItCannotShow) {
  fs::create_directory(folder_ / "empty");
  for (const auto& [arguments, message] :
       {Refused{"report", "malha: report: missing folder; valid: an output folder of run, reproduce, "
                          "compare or simulate\n"},
        Refused{"report nowhere", "malha: report: nowhere does not exist\n"},
        Refused{"report empty", "malha: empty: holds no results; valid: an output folder of run, reproduce, "
                                "compare or simulate\n"},
        Refused{"report empty -o page.txt",
                "malha: report: -o page.txt is no page; valid: a name that ends in .html\n"},
        Refused{"report empty -o nowhere/a.html",
                "malha: report: nowhere is not a folder; valid: an existing folder\n"},
        Refused{"plot", "malha: plot: takes one DIR, not 0; see malha plot --help\n"},
        Refused{"plot empty --figure x", "malha: empty: holds no results with figures; valid: an output "
                                         "folder of run, reproduce or compare\n"}}) {
    const auto said = malha(arguments);
    EXPECT_EQ(said.err, message) << arguments;
    EXPECT_EQ(said.status, 2) << arguments;
    EXPECT_EQ(said.out, "") << arguments;
  }
}

TEST_F(Page, FiguresAreFilesToo) {
  make_comparison();
  EXPECT_EQ(malha("plot out --figure seeds.makespan -o a.svg").out, "figure in a.svg\n");
  malha("plot out --figure seeds.makespan -o b.svg");
  EXPECT_EQ(text_of(folder_ / "a.svg"), text_of(folder_ / "b.svg"));
  EXPECT_EQ(text_of(folder_ / "a.svg").rfind("<?xml", 0), 0u);
  const auto said = malha("plot out --figure nothing -o c.svg");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(
      said.err.rfind("malha: plot: no figure 'nothing'; valid: cdf.waiting_time, cdf.bounded_slowdown, ", 0),
      0u)
      << said.err;
  EXPECT_EQ(malha("plot out --figure seeds.makespan -o c.png").err,
            "malha: plot: -o c.png is neither SVG nor PDF; valid: a name that ends in .svg or .pdf\n");
  EXPECT_EQ(malha("plot out --figure seeds.makespan").err,
            "malha: plot: into which file? valid: -o seeds.makespan.svg, or .pdf\n");
}

TEST_F(Page, FiguresAreThePdfOfTheirDrawing) {
  if (std::system("command -v rsvg-convert >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "rsvg-convert is not installed";
  make_comparison();
  EXPECT_EQ(malha("plot out --figure seeds.makespan -o a.pdf").out, "figure in a.pdf\n");
  malha("plot out --figure seeds.makespan -o b.pdf");
  EXPECT_EQ(text_of(folder_ / "a.pdf").rfind("%PDF", 0), 0u);
  EXPECT_EQ(text_of(folder_ / "a.pdf"), text_of(folder_ / "b.pdf"));
}

TEST_F(Page, PdfWithoutItsProgramSaysWhatIsMissing) {
  make_comparison();
  const auto said =
      run_shell("PATH=/nowhere \"$MALHA\" plot out --figure seeds.makespan -o a.pdf", folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: PDF needs the program rsvg-convert; valid: install Debian's librsvg2-bin, or -o a.svg\n");
  EXPECT_FALSE(fs::exists(folder_ / "a.pdf"));
}

} // namespace page_test
} // namespace malha::testing
