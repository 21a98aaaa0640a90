// SPDX-License-Identifier: MIT
// Charts of who used how much, and of who waits for what.
#include "results/files/records.hpp"
#include "results/files/result_files.hpp"
#include "results/report/page/run_charts.hpp"
#include "results/report/script/stack.hpp"
#include "results/report/script/typed_array.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace malha::testing {
namespace stack_charts_test {

using nlohmann::json;

/// The data of a curve with these values in so many parts each, and the last value up to the end.
json parts(const std::vector<std::pair<std::size_t, double>>& values) {
  std::vector<double> all;
  for (const auto& [number, value] : values)
    all.insert(all.end(), number, value);
  all.push_back(all.back());
  return page::typed_array(all);
}

// The 100 parts of 800 s are of 8 s. `a` has 3 in [0, 402): 3 in 50 parts and in a quarter of the next one;
// `b` has 1 in [400, 800), so in the last 50. In all a has 1206 and b 400, so that a is the lowest. In units
// of 2 they are halves of that.
TEST(Stack, IsOfMeansOverPartsOfTheTime) {
  page::Stack stack;
  EXPECT_TRUE(stack.is_empty());
  stack.add("b", 400, 800, 1);
  stack.add("a", 0, 402, 3);
  const auto chart = stack.chart("title", "things", 2);
  EXPECT_EQ(chart["names"], (json{"a", "b"}));
  EXPECT_EQ(chart["curves"][0]["value"], parts({{50, 1.5}, {1, 0.375}, {49, 0}}));
  EXPECT_EQ(chart["curves"][1]["value"], parts({{50, 0}, {50, 0.5}}));
  std::vector<double> dates;
  for (int part = 0; part <= 100; ++part)
    dates.push_back(8 * part);
  EXPECT_EQ(chart["time"], page::typed_array(dates));
}

// A span within one part: 1 s of the 10 s of the part [10, 20).
TEST(Stack, KeepsWhatIsShorterThanAPart) {
  page::Stack stack;
  stack.reaches(0);
  stack.add("a", 12, 13, 5);
  stack.reaches(1000);
  EXPECT_EQ(stack.chart("", "", 1)["curves"][0]["value"], parts({{1, 0}, {1, 0.5}, {98, 0}}));
}

// Amounts 10, 9, …, 1: seven series have colours of their own, and 3 + 2 + 1 are one.
TEST(Stack, AddsUpWhatHasNoColour) {
  page::Stack stack;
  for (int i = 1; i <= 10; ++i)
    stack.add("s" + std::to_string(i), 0, 400, i);
  const auto chart = stack.chart("", "", 1);
  EXPECT_EQ(chart["names"], (json{"s10", "s9", "s8", "s7", "s6", "s5", "s4", "3 others"}));
  EXPECT_EQ(chart["curves"][7]["value"], parts({{100, 6}}));
}

TEST(Stack, IsEmptyWithoutAmountsThatLast) {
  page::Stack stack;
  stack.add("a", 1, 1, 5);
  stack.add("a", 1, 2, 0);
  EXPECT_TRUE(stack.is_empty());
}

/// A run on four hosts, from 0 to 400 s, each part of which is 4 s:
///   job 0 of account phys, submitted at 0, on hosts 0 and 1 in [0, 200)
///   job 1 of chem, submitted at 0, on host 2 in vain in [100, 160), then on host 2 in [200, 400)
///   job 2, submitted at 100, on host 3 in [300, 400)
class StackCharts : public ::testing::Test {
protected:
  StackCharts() {
    std::string resources = header_of("resources.csv") + "\n";
    for (int i = 0; i < 4; ++i)
      resources += csv_line(ResourceRow{i, "n" + std::to_string(i), 1e9, 1, "", "", 1}) + "\n";
    write_text(folder_ / "resources.csv", resources);
    write_text(folder_ / "manifest.json", "{}");
    write_text(folder_ / "attempts.csv", header_of("attempts.csv") +
                                             "\n1,1,1,2,100,160,node_lost,0\n"
                                             "1,1,2,2,200,400,COMPLETED_SUCCESSFULLY,0\n");
  }

  void write_jobs(const std::string& of_0, const std::string& of_1, const std::string& of_2) const {
    write_text(folder_ / "jobs.csv", header_of("jobs.csv") + "\n" + job(0, 0, 0, 200, "0-1", of_0) +
                                         job(1, 0, 200, 400, "2", of_1) + job(2, 100, 300, 400, "3", of_2));
  }
  static std::string job(int id, double submitted, double start, double end, const std::string& resources,
                         const std::string& metadata) {
    JobRow row;
    row.task.id = id;
    row.task.job = id;
    row.task.submitted = submitted;
    row.start = start;
    row.finish = end;
    row.resources = IndexSet::parse(resources);
    row.metadata = metadata;
    return csv_line(row) + "\n";
  }
  void write_decisions(const std::string& rows) const {
    write_text(folder_ / "decisions.csv", header_of("decisions.csv") + "\n" + rows);
  }

  /// The chart whose title begins so; null if there is none.
  json chart(const std::string& title) {
    page::Part part;
    page::add_chart_sections(folder_.path(), "", part);
    notes_ = part.notes;
    for (const auto& section : part.sections)
      if (section.id == "load")
        for (const auto& one : json::parse(section.data))
          if (one["title"].get<std::string>().rfind(title, 0) == 0)
            return one;
    return nullptr;
  }
  json usage() { return chart("Share of all slots that jobs of each account use"); }
  json devices() { return chart("Share of all slots that jobs use, by the devices"); }
  json reasons() { return chart("Jobs that wait, by the reason"); }

  TemporaryFolder folder_;
  std::vector<std::string> notes_;
};

// phys uses half of the slots for 200 s, chem a quarter for 260 s, the attempt in vain included, and what has
// no account a quarter for 100 s.
TEST_F(StackCharts, SayWhichAccountUsesHowMuch) {
  write_jobs("account=phys", "group=3;account=chem", "group=3");
  const auto chart = usage();
  EXPECT_EQ(notes_, std::vector<std::string>{});
  EXPECT_EQ(chart["names"], (json{"phys", "chem", "no account"}));
  EXPECT_EQ(chart["curves"][0]["value"], parts({{50, 0.5}, {50, 0}}));
  EXPECT_EQ(chart["curves"][1]["value"], parts({{25, 0}, {15, 0.25}, {10, 0}, {50, 0.25}}));
  EXPECT_EQ(chart["curves"][2]["value"], parts({{75, 0}, {25, 0.25}}));
  EXPECT_EQ(chart["stacked"], true);
  EXPECT_EQ(chart["top"], 1);
}

// Job 0 holds two slots for 200 s, the others one for 360 s in all.
TEST_F(StackCharts, ReadAccountsThatAreQuoted) {
  write_jobs("account=\"a=b\"", "", "");
  EXPECT_EQ(usage()["names"], (json{"a=b", "no account"}));
}

// Jobs with two GPUs hold half of the slots in [0, 200) and a quarter in [300, 400); the job without devices
// a quarter for 260 s, the attempt in vain included.
TEST_F(StackCharts, SayWhichDevicesJobsHaveThatUseSlots) {
  write_jobs("gres=gpu:2", "partition=cpu", "account=phys;gres=gpu:2");
  const auto chart = devices();
  EXPECT_EQ(notes_, std::vector<std::string>{});
  EXPECT_EQ(chart["names"], (json{"gpu:2", "no devices"}));
  EXPECT_EQ(chart["curves"][0]["value"], parts({{50, 0.5}, {25, 0}, {25, 0.25}}));
  EXPECT_EQ(chart["curves"][1]["value"], parts({{25, 0}, {15, 0.25}, {10, 0}, {50, 0.25}}));
  EXPECT_EQ(chart["top"], 1);
}

TEST_F(StackCharts, AreNotDrawnWithoutAccountsDevicesAndReasons) {
  write_jobs("", "group=3", "user=ann;job.gres=gpu:2");
  EXPECT_EQ(usage(), nullptr);
  EXPECT_EQ(devices(), nullptr);
  EXPECT_EQ(reasons(), nullptr);
  write_decisions("0,0,0,start,head,\n");
  EXPECT_EQ(reasons(), nullptr);
}

// Job 1 waits as head in [0, 100), and in [160, 200) after its node was lost; job 2 for too few nodes in
// [100, 160), when its promised start changes, and so up to 200 s; then behind the head up to its start.
TEST_F(StackCharts, SayForWhatJobsWait) {
  write_jobs("", "", "");
  write_decisions("0,0,0,start,head,\n0,1,1,wait,head_reserved,200\n100,1,1,start,head,\n"
                  "100,2,2,wait,too_few_nodes,\n140,,,void,queue_reordered,\n160,1,1,wait,head_reserved,200\n"
                  "160,2,2,wait,too_few_nodes,300\n180,2,2,deallocate,lost_reservation,\n"
                  "200,1,1,start,head,\n200,2,2,wait,behind_head,\n300,2,2,start,head,\n");
  const auto chart = reasons();
  EXPECT_EQ(notes_, std::vector<std::string>{});
  EXPECT_EQ(chart["names"], (json{"head_reserved", "behind_head", "too_few_nodes"}));
  EXPECT_EQ(chart["curves"][0]["value"], parts({{25, 1}, {15, 0}, {10, 1}, {50, 0}}));
  EXPECT_EQ(chart["curves"][1]["value"], parts({{50, 0}, {25, 1}, {25, 0}}));
  EXPECT_EQ(chart["curves"][2]["value"], parts({{25, 0}, {25, 1}, {50, 0}}));
}

// Job 2 was started by somebody else, at the start in its row; job 7, which is in no row, waits to the end.
TEST_F(StackCharts, EndWaitsOfWhichNoDecisionSaysTheEnd) {
  write_jobs("", "", "");
  write_decisions("0,0,0,start,head,\n100,2,2,wait,mine,\n360,7,7,wait,other,\n");
  const auto chart = reasons();
  EXPECT_EQ(chart["names"], (json{"mine", "other"}));
  EXPECT_EQ(chart["curves"][0]["value"], parts({{25, 0}, {50, 1}, {25, 0}}));
  EXPECT_EQ(chart["curves"][1]["value"], parts({{90, 0}, {10, 1}}));
}

TEST_F(StackCharts, SayOnceWhatIsDamaged) {
  write_jobs("account=phys", "", "");
  write_decisions("soon,0,0,start,head,\n");
  EXPECT_NE(usage(), nullptr);
  EXPECT_EQ(notes_, std::vector<std::string>{(folder_ / "decisions.csv").string() +
                                             ":2: 'soon' in column 'time' is not a number"});
}

} // namespace stack_charts_test
} // namespace malha::testing
