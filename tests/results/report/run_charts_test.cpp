// SPDX-License-Identifier: MIT
#include "results/files/result_files.hpp"
#include "results/report/page/run_charts.hpp"
#include "results/report/script/assets.hpp"
#include "results/report/script/base64.hpp"
#include "results/report/script/curves.hpp"
#include "results/report/script/gantt_data.hpp"
#include "results/report/script/typed_array.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace malha::testing {
namespace run_charts_test {

using nlohmann::json;
using page::base64;

// RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe"), "//4=");
}

// 1 as a 32-bit integer is the bytes 1 0 0 0; 2.0 ends in 0 and 0x40 after six zeros.
TEST(TypedArray, HasItsTypeAndTheLeastByteFirst) {
  EXPECT_EQ(page::typed_array(std::vector<std::int32_t>{1}),
            (json{{"type", "Int32Array"}, {"base64", "AQAAAA=="}}));
  EXPECT_EQ(page::typed_array(std::vector<double>{2}),
            (json{{"type", "Float64Array"}, {"base64", "AAAAAAAAAEA="}}));
}

// 8000 dates, a second apart, with 0 and 1 in turn: each of 4000 parts has a half, from 0 to 1; but the last
// date, 7999, ends the curve, so that the last part ends there.
TEST(Curves, AreMeansWithTheirLeastAndGreatestWhereTheyHaveTooManyDates) {
  page::Curves curves({"one"}, 8001, 0, 8000);
  for (int i = 0; i <= 8000; ++i)
    curves.add(i, {static_cast<double>(i % 2)});
  const auto data = curves.data();
  EXPECT_EQ(data["is_whole"], false);
  EXPECT_EQ(data["of"], 8001);
  const auto& curve = data["curves"][0];
  EXPECT_EQ(curve["value"], page::typed_array(std::vector<double>(4000, 0.5)));
  EXPECT_EQ(curve["low"], page::typed_array(std::vector<double>(4000, 0)));
  EXPECT_EQ(curve["high"], page::typed_array(std::vector<double>(4000, 1)));
}

TEST(Curves, AreAsTheyAreWhereTheyHaveFewDates) {
  page::Curves curves({"one", "two"}, 2, 1, 3);
  curves.add(1, {5, 7});
  curves.add(3, {6, 8});
  const auto data = curves.data();
  EXPECT_EQ(data["time"], page::typed_array(std::vector<double>{1, 3}));
  EXPECT_EQ(data["curves"][1]["value"], page::typed_array(std::vector<double>{7, 8}));
}

// Of 1, 1, 2, 4 a half is at most 1, three quarters at most 2.
TEST(Distribution, IsTheShareThatIsAtMostSoMuch) {
  std::vector<double> values{4, 1, 2, 1};
  const auto data = page::distribution_data(values);
  EXPECT_EQ(data["value"], page::typed_array(std::vector<double>{1, 1, 2, 4}));
  EXPECT_EQ(data["share"], page::typed_array(std::vector<double>{0, 0.5, 0.75, 1}));
}

// Blocks 0-3, 5 and 6-7. Of every second resource, 0 2 4 6, they hold 2, none and 1; of every fourth 1, none
// and none.
TEST(ResourceSample, TakesAsManyAsTheLimitsAllow) {
  page::ResourceSample sample;
  sample.add(IndexSet::parse("0-3 5"));
  sample.add(IndexSet::parse("6-7"));
  EXPECT_EQ(sample.every(8, {3, 100, 0}), 1);
  EXPECT_EQ(sample.every(8, {2, 100, 0}), 2);
  EXPECT_EQ(sample.every(8, {1, 100, 0}), 4);
  EXPECT_EQ(sample.every(8, {100, 6, 0}), 2);
  EXPECT_EQ(sample.every(8, {100, 0, 0}), 8); // no more than there are
}

/// A run of 20 jobs on host n0 and 20 on n1, one after the other.
void write_run(const TemporaryFolder& folder) {
  write_text(folder / "resources.csv", header_of("resources.csv") + "\n0,n0,1,1,,,1\n1,n1,1,1,,,1\n");
  std::string jobs = header_of("jobs.csv") + "\n";
  for (int i = 0; i < 40; ++i) {
    JobRow row;
    row.task.id = i;
    row.start = i / 2;
    row.finish = i / 2 + 1;
    row.resources = IndexSet(i % 2, 1);
    jobs += csv_line(row) + "\n";
  }
  write_text(folder / "jobs.csv", jobs);
  write_text(folder / "manifest.json", "{}");
}

const page::Section& section_of(const page::Part& part, const std::string& id) {
  for (const auto& section : part.sections)
    if (section.id == id)
      return section;
  throw std::out_of_range(id);
}

TEST(RunCharts, SayWhatTheyLeaveOut) {
  const TemporaryFolder folder;
  write_run(folder);
  page::Part whole, sampled, cut;
  page::add_chart_sections(folder.path(), "", whole);
  EXPECT_EQ(section_of(whole, "gantt").html.find("left-out"), std::string::npos);
  page::add_chart_sections(folder.path(), "", sampled, {20, 100, 0});
  EXPECT_NE(
      section_of(sampled, "gantt")
          .html.find(
              "The chart shows 1 in 2 of the 2 resources, and of jobs what runs there: it holds at most "
              "20 blocks and 100 intervals."),
      std::string::npos)
      << section_of(sampled, "gantt").html;
  EXPECT_EQ(json::parse(section_of(sampled, "gantt").data)["resources"]["hosts"], json{"n0"});
  page::add_chart_sections(folder.path(), "", cut, {10, 100, 0});
  EXPECT_NE(section_of(cut, "gantt").html.find("The chart ends at 10 s: it holds at most 10 blocks"),
            std::string::npos)
      << section_of(cut, "gantt").html;
}

// 40 000 rows are read twice, and are looked at after 16 384 and 32 768 of them.
TEST(RunCharts, TellHowFarTheyAre) {
  const TemporaryFolder folder;
  write_run(folder);
  auto text = text_of(folder / "jobs.csv");
  const auto row = text.substr(text.rfind('\n', text.size() - 2) + 1);
  for (int rows = 40; rows < 40000; ++rows)
    text += row;
  write_text(folder / "jobs.csv", text);
  page::Part part;
  std::vector<double> told;
  page::add_chart_sections(folder.path(), "", part, {}, [&](double share) { told.push_back(share); });
  ASSERT_EQ(told.size(), 4u);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_GT(told.front(), 0.15);
  EXPECT_LT(told[1], 0.5);
  EXPECT_GT(told[2], 0.5);
  EXPECT_LT(told.back(), 1);
}

// ann has one machine from 0, two from 10 to 30; bob one from 10 on. Of each user a curve.
TEST(RunCharts, HaveUsersAndTheirCurves) {
  const TemporaryFolder folder;
  write_run(folder);
  write_text(folder / "user_series.csv",
             "time,user,machines,tasks\n0,ann,1,3\n10,ann,2,2\n10,bob,1,5\n30,ann,0,0\n");
  write_text(folder / "users.csv", "user,jobs,mean_waiting_time\nann,3,1.25\n");
  page::Part part;
  page::add_chart_sections(folder.path(), "", part);
  EXPECT_EQ(part.notes, std::vector<std::string>{});
  EXPECT_NE(section_of(part, "users").html.find("1.25"), std::string::npos);
  const auto charts = json::parse(section_of(part, "load").data);
  const auto& machines = charts[charts.size() - 2];
  EXPECT_EQ(machines["title"], "Machines that run tasks of each user (user_series.csv)");
  EXPECT_EQ(machines["names"], (json{"ann", "bob"}));
  const auto typed = [](const std::vector<double>& values) { return page::typed_array(values); };
  EXPECT_EQ(machines["time"], typed({0, 10, 30}));
  EXPECT_EQ(machines["curves"][0]["value"], typed({1, 2, 0}));
  EXPECT_EQ(machines["curves"][1]["value"], typed({0, 1, 1}));
}

// The power changes at 0, 5 and 9 s, and the cap at 0, 5 and 7 s: a row for each of the four dates.
TEST(RunCharts, HaveThePowerAndItsCap) {
  const TemporaryFolder folder;
  write_run(folder);
  write_text(folder / "power.csv", "time,power,energy\n0,100,0\n5,250,500\n9,100,1500\n");
  const auto chart_of = [&folder] {
    page::Part part;
    page::add_chart_sections(folder.path(), "", part);
    EXPECT_EQ(part.notes, std::vector<std::string>{});
    return json::parse(section_of(part, "load").data).back();
  };
  const auto typed = [](const std::vector<double>& values) { return page::typed_array(values); };
  const auto alone = chart_of();
  EXPECT_EQ(alone["title"], "Power of all hosts (power.csv)");
  EXPECT_EQ(alone["time"], typed({0, 5, 9}));
  EXPECT_EQ(alone["curves"][0]["value"], typed({100, 250, 100}));
  write_text(folder / "power_cap.csv", "time,cap\n0,200\n5,300\n7,260\n");
  const auto chart = chart_of();
  EXPECT_EQ(chart["title"], "Power of all hosts, and its cap (power.csv, power_cap.csv)");
  EXPECT_EQ(chart["names"], (json{"power", "cap"}));
  EXPECT_EQ(chart["time"], typed({0, 5, 7, 9}));
  EXPECT_EQ(chart["curves"][0]["value"], typed({100, 250, 250, 100}));
  EXPECT_EQ(chart["curves"][1]["value"], typed({200, 300, 260, 260}));
}

// Job 0 has node 0, from 10 on both, and from 15 to 20 node 1. Job 1 has node 0 from 15 to 18 and keeps it.
// In the chart of what ran where each size is a run: its submission is that of the first, and another one
// follows the first two. Jobs that may change their size have 1, 2, 1 + 1 and 1 nodes.
TEST(RunCharts, HaveTheSizesOfJobs) {
  const TemporaryFolder folder;
  write_run(folder);
  JobRow first, second;
  first.task.id = 0;
  first.task.submitted = -1;
  first.finish = 20;
  first.resources = IndexSet(1, 1);
  first.metadata = "type=malleable;min_nodes=1;max_nodes=2";
  second.task.id = 1;
  second.start = 15;
  second.finish = 18;
  second.resources = IndexSet(0, 1);
  second.metadata = "type=moldable;min_nodes=1;max_nodes=2";
  write_text(folder / "jobs.csv",
             header_of("jobs.csv") + "\n" + csv_line(second) + "\n" + csv_line(first) + "\n");
  write_text(folder / "sizes.csv",
             header_of("sizes.csv") + "\n0,0,1,0,0\n0,10,2,0-1,0\n0,15,1,1,0\n1,15,1,0,0\n");
  page::Part part;
  page::add_chart_sections(folder.path(), "", part);
  EXPECT_EQ(part.notes, std::vector<std::string>{});
  const auto typed = [](const std::vector<double>& values) { return page::typed_array(values); };
  const auto runs = json::parse(section_of(part, "gantt").data)["runs"];
  EXPECT_EQ(runs["task"], typed({1, 0, 0, 0}));
  EXPECT_EQ(runs["start"], typed({15, 0, 10, 15}));
  EXPECT_EQ(runs["end"], typed({18, 10, 15, 20}));
  EXPECT_EQ(runs["submitted"], typed({0, -1, std::nan(""), std::nan("")}));
  EXPECT_EQ(runs["size"], page::typed_array(std::vector<std::int32_t>{1, 1, 2, 1}));
  EXPECT_EQ(runs["goes_on"], page::typed_array(std::vector<std::uint8_t>{0, 1, 1, 0}));
  const auto charts = json::parse(section_of(part, "load").data);
  const auto& sizes = charts.back();
  EXPECT_EQ(sizes["title"],
            "Running jobs that may change their size, and the nodes that they have (sizes.csv)");
  EXPECT_EQ(sizes["names"], (json{"their nodes", "jobs"}));
  EXPECT_EQ(sizes["time"], typed({0, 10, 15, 18, 20}));
  EXPECT_EQ(sizes["curves"][0]["value"], typed({1, 2, 2, 1, 0}));
  EXPECT_EQ(sizes["curves"][1]["value"], typed({1, 1, 2, 1, 0}));
  EXPECT_EQ(charts[charts.size() - 2]["names"], (json{"malleable", "moldable"}));
  // A type of the site, and a kind without sizes, count as rigid; then no job has a kind.
  first.metadata = "type=interactive;min_nodes=1";
  second.metadata = "type=moldable";
  write_text(folder / "jobs.csv",
             header_of("jobs.csv") + "\n" + csv_line(second) + "\n" + csv_line(first) + "\n");
  page::Part of_site;
  page::add_chart_sections(folder.path(), "", of_site);
  for (const auto& chart : json::parse(section_of(of_site, "load").data))
    EXPECT_EQ(chart["title"].get<std::string>().find("jobs of each kind"), std::string::npos);
  std::filesystem::remove(folder / "sizes.csv");
  page::Part without;
  page::add_chart_sections(folder.path(), "", without);
  EXPECT_FALSE(json::parse(section_of(without, "gantt").data)["runs"].contains("goes_on"));
}

// Every second resource of four is shown: 0 and 2. Job 0 has 1, then 0 to 1, then 1 again. Job 1 has 3, then
// 2 to 3, then 0 and 2 to 3. Job 2 is never shown. The first shown size has the submission, and the last
// shown one ends the attempt.
TEST(RunCharts, HaveTheSizesOfJobsThatAreShown) {
  const TemporaryFolder folder;
  write_run(folder);
  std::string resources = header_of("resources.csv") + "\n", jobs = header_of("jobs.csv") + "\n";
  for (int i = 0; i < 4; ++i)
    resources += std::to_string(i) + ",n" + std::to_string(i) + ",1,1,,,1\n";
  const std::vector<std::string> last_nodes{"1", "0 2-3", "1"};
  for (int i = 0; i < 3; ++i) {
    JobRow row;
    row.task.id = i;
    row.task.submitted = -1;
    row.start = i < 2 ? 0 : 20;
    row.finish = row.start + 20;
    row.resources = IndexSet::parse(last_nodes[static_cast<std::size_t>(i)]);
    row.metadata = "type=malleable;min_nodes=1;max_nodes=4";
    jobs += csv_line(row) + "\n";
  }
  write_text(folder / "resources.csv", resources);
  write_text(folder / "jobs.csv", jobs);
  write_text(folder / "sizes.csv", header_of("sizes.csv") + "\n0,0,1,1,0\n0,5,2,0-1,0\n0,15,1,1,0\n"
                                                            "1,0,1,3,0\n1,6,2,2-3,0\n1,16,3,0 2-3,0\n"
                                                            "2,20,1,1,0\n");
  std::vector<std::string> notes;
  const auto runs = page::gantt_data(folder.path(), RunReader(folder.path()), 2, {}, notes)["runs"];
  const auto typed = [](const std::vector<double>& values) { return page::typed_array(values); };
  EXPECT_EQ(runs["task"], typed({0, 1, 1}));
  EXPECT_EQ(runs["submitted"], typed({-1, -1, std::nan("")}));
  EXPECT_EQ(runs["start"], typed({5, 6, 16}));
  EXPECT_EQ(runs["end"], typed({15, 16, 20}));
  EXPECT_EQ(runs["goes_on"], page::typed_array(std::vector<std::uint8_t>{0, 1, 0}));
  EXPECT_EQ(runs["began"], typed({0, 0, 0}));
  EXPECT_EQ(runs["ended"], typed({20, 20, 20}));
}

TEST(RunCharts, DrawTheRestWhereAFileIsDamaged) {
  const TemporaryFolder folder;
  write_run(folder);
  write_text(folder / "series.csv", "time,queued_jobs,utilisation\n0,many,0\n");
  page::Part part;
  page::add_chart_sections(folder.path(), "run-", part);
  EXPECT_EQ(part.notes, std::vector<std::string>{(folder / "series.csv").string() +
                                                 ":2: 'many' in column 'queued_jobs' is not a number"});
  EXPECT_NO_THROW(section_of(part, "run-gantt"));
  EXPECT_NO_THROW(section_of(part, "run-distributions"));
}

// The hashes of README.md beside the files.
TEST(ThirdParty, IsAsItWasPublished) {
  EXPECT_EQ(page::asset("third_party/uplot/uPlot.iife.min.js").sha256,
            "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f");
  EXPECT_EQ(page::asset("third_party/uplot/uPlot.min.css").sha256,
            "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04");
  const std::filesystem::path folder =
      std::filesystem::path(MALHA_SOURCE_FOLDER) / "results/report/third_party/uplot";
  auto licence = text_of(folder / "LICENSE");
  licence.erase(licence.find_last_not_of('\n') + 1);
  EXPECT_NE(page::asset("third_party/uplot/notice.js").text.find(licence), std::string::npos);
}

} // namespace run_charts_test
} // namespace malha::testing
