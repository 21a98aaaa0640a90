// SPDX-License-Identifier: MIT
#include "results/export/chrome_trace.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/records.hpp"
#include "results/files/result_files.hpp"
#include "tests/support/thrown.hpp"
#include "tests/support/trace.hpp"

#include <nlohmann/json.hpp>

#include <limits>

namespace malha::testing {
namespace chrome_trace_test {

/// A row of jobs.csv of which a trace needs what is given.
std::string job(int id, double submitted, double start, double end, const std::string& resources,
                const std::string& user = "") {
  JobRow row;
  row.task.id = id;
  row.task.job = id;
  row.task.submitted = submitted;
  row.profile = "rigid";
  row.start = start;
  row.finish = end;
  row.resources = IndexSet::parse(resources);
  row.user = user;
  return csv_line(row) + "\n";
}

/// A run by hand on the hosts n0 … n3 with one slot each, and n4 with two.
class ChromeTrace : public ::testing::Test {
protected:
  void write_run(const std::string& jobs, const std::string& attempts = "", const std::string& outages = "") {
    std::string resources = header_of("resources.csv") + "\n";
    for (int i = 0; i < 5; ++i)
      resources += csv_line(ResourceRow{i, "n" + std::to_string(i), 1e9, 1, i < 2 ? "east" : "west", "",
                                        i < 4 ? 1 : 2}) +
                   "\n";
    write_text(folder_ / "resources.csv", resources);
    write_text(folder_ / "jobs.csv", header_of("jobs.csv") + "\n" + jobs);
    write_text(folder_ / "manifest.json", R"({"malha": "1.2", "seed": 7, "platform": {"name": "st\"ar"}})");
    if (!attempts.empty())
      write_text(folder_ / "attempts.csv", header_of("attempts.csv") + "\n" + attempts);
    if (!outages.empty())
      write_text(folder_ / "outages.csv", header_of("outages.csv") + "\n" + outages);
  }
  Trace traced(const TimeWindow& window = {}) {
    write_file(folder_ / "trace.json",
               [&](std::ostream& out) { size_ = write_chrome_trace(folder_.path(), window, out); });
    return checked_trace(folder_ / "trace.json");
  }
  std::string refused() {
    std::ostringstream out;
    return thrown<InputError>([&] { write_chrome_trace(folder_.path(), {}, out); });
  }
  /// "queue" or "use": "date in s: value" of a counter, in order.
  static std::vector<std::string> counter(const Trace& trace, const std::string& name) {
    std::vector<std::string> values;
    for (const auto& event : trace.counters)
      if (event["name"] == name)
        values.push_back(shortest(event["ts"].get<double>() / 1e6) + ": " + event["args"]["value"].dump());
    return values;
  }

  TemporaryFolder folder_;
  TraceSize size_;
};

using Texts = std::vector<std::string>;

// Job 3 has the blocks 0-1 and 3, job 4 the block 2-4. 1.5 s are 1500000 µs.
TEST_F(ChromeTrace, HasASpanForEachBlockOnTheTrackOfItsFirstHost) {
  write_run(job(3, 0, 1.5, 4, "0-1 3", "ana") + job(4, 0, 4, 6, "2-4"));
  const auto trace = traced();
  EXPECT_EQ(size_.jobs, 2);
  EXPECT_EQ(size_.spans, 3);
  Texts spans;
  for (const auto& span : trace.spans)
    spans.push_back(trace.processes.at(span["pid"]) + " " + trace.tracks.at({span["pid"], span["tid"]}) +
                    " " + span["name"].get<std::string>() + " " + span["args"]["block"].get<std::string>() +
                    " " + span["ts"].dump() + " " + span["dur"].dump());
  EXPECT_EQ(spans, (Texts{"east n0 job 3 0-1 1500000 2500000", "west n3 job 3 3 1500000 2500000",
                          "west n2 job 4 2-4 4000000 2000000"}));
  EXPECT_EQ(trace.spans[0]["args"]["user"], "ana");
  EXPECT_EQ(trace.spans[0]["args"]["resources"], "0-1 3");
  EXPECT_EQ(trace.file["otherData"], (nlohmann::json{{"platform", "st\"ar"}, {"seed", 7}, {"malha", "1.2"}}));
}

// Job 0 has nodes 0-1, from 10 on 0-3, and from 20 on 0-1 again, when job 1 gets the others and ends first:
// three spans, in the order of all ends. Of 6 slots 2, 4, 2 + 2, 2 are in use.
TEST_F(ChromeTrace, HasASpanForEachSizeOfAJob) {
  write_run(job(1, 0, 20, 40, "2-3") + job(0, 0, 0, 42, "0-1"));
  write_text(folder_ / "sizes.csv", header_of("sizes.csv") + "\n0,0,2,0-1,0\n0,10,4,0-3,5\n0,20,2,0-1,2\n");
  const auto trace = traced();
  EXPECT_EQ(size_.jobs, 2);
  EXPECT_EQ(size_.spans, 4);
  Texts spans;
  for (const auto& span : trace.spans)
    spans.push_back(span["name"].get<std::string>() + " " + span["args"]["resources"].get<std::string>() +
                    " " + shortest(span["ts"].get<double>() / 1e6) + " " +
                    shortest(span["dur"].get<double>() / 1e6));
  EXPECT_EQ(spans, (Texts{"job 0 0-1 0 10", "job 0 0-3 10 10", "job 1 2-3 20 20", "job 0 0-1 20 22"}));
  EXPECT_EQ(trace.tracks.size(), 6U); // no host has more than one track for each slot
  EXPECT_EQ(counter(trace, "utilisation"), (Texts{"0: " + shortest(2 / 6.0), "10: " + shortest(4 / 6.0),
                                                  "40: " + shortest(2 / 6.0), "42: 0"}));
  EXPECT_EQ(traced({12, 15}).spans.size(), 1U);
}

// Two run on n4 at once, and a third where the first one ended: two tracks do. A fourth beside them is more
// than the host has slots; it gets a track of its own.
TEST_F(ChromeTrace, HasATrackForEachSlot) {
  write_run(job(0, 0, 0, 4, "4") + job(1, 0, 1, 6, "4") + job(2, 0, 4, 8, "4"));
  auto trace = traced();
  EXPECT_EQ(trace.tracks.size(), 6U); // 4 hosts of one slot, one of two
  EXPECT_EQ(trace.spans[0]["tid"], trace.spans[2]["tid"]);
  EXPECT_NE(trace.spans[0]["tid"], trace.spans[1]["tid"]);
  write_run(job(0, 0, 0, 4, "4") + job(1, 0, 1, 6, "4") + job(3, 0, 2, 7, "4") + job(2, 0, 4, 8, "4"));
  trace = traced();
  EXPECT_EQ(trace.tracks.size(), 7U);
  EXPECT_EQ(trace.spans_of_rows(), 4);
}

// 1/3 s later than 1/3 s is not 2/3 s in doubles, and 0.1 + 0.2 is not 0.3: spans that touch must still not
// overlap when a viewer rounds them to nanoseconds.
TEST_F(ChromeTrace, RoundsDatesSoThatSpansStillTouch) {
  write_run(job(0, 0, 0.1 + 0.2, 1234567.1 / 3, "0") + job(1, 0, 1234567.1 / 3, 1e9 / 7, "0") +
            job(2, 0, 1e9 / 7, 1e9 / 6, "0"));
  const auto trace = traced();
  ASSERT_EQ(trace.spans.size(), 3U);
  EXPECT_EQ(trace.spans[1]["ts"].dump(), "411522366666.667");
}

// Job 0 is submitted at 0, runs in vain from 2 to 5, and again from 7 to 9: it waits in [0, 2) and [5, 7).
// Job 1 waits in [1, 3) and runs on 3 of the 6 slots until 6.
TEST_F(ChromeTrace, ShowsAttemptsInVainAndCountsWhoWaits) {
  write_run(job(1, 1, 3, 6, "1-3") + job(0, 0, 7, 9, "0"),
            "0,0,1,0,2,5,node_lost,1e9\n0,0,2,0,7,9,COMPLETED_SUCCESSFULLY,1e9\n", "0,5,6.5\n2,8,\n");
  const auto trace = traced();
  EXPECT_EQ(size_.jobs, 2);
  EXPECT_EQ(size_.attempts, 1);
  EXPECT_EQ(size_.outages, 2);
  EXPECT_EQ(trace.spans_of_rows(), 3);
  EXPECT_EQ(trace.spans[0]["name"], "job 0 task 0 (node_lost)");
  EXPECT_EQ(counter(trace, "waiting jobs"), (Texts{"0: 1", "1: 2", "2: 1", "3: 0", "5: 1", "7: 0"}));
  EXPECT_EQ(counter(trace, "utilisation"),
            (Texts{"0: 0", "2: " + shortest(1 / 6.0), "3: " + shortest(4 / 6.0), "5: 0.5", "6: 0",
                   "7: " + shortest(1 / 6.0), "9: 0"}));
  const auto& outage = trace.spans.back(); // it has no end, so that it lasts to the end of the last job
  EXPECT_EQ(outage["name"], "down");
  EXPECT_EQ(outage["dur"], 1000000);
}

TEST_F(ChromeTrace, TakesCountersFromTheSeriesWhereThereIsOne) {
  write_run(job(0, 0, 1, 2, "0"));
  write_text(folder_ / "series.csv",
             header_of("series.csv") + "\n0,5,9,0,0,0\n1,4,8,1,1,0.25\n2,4,8,0,0,0\n");
  const auto trace = traced();
  EXPECT_EQ(counter(trace, "waiting jobs"), (Texts{"0: 5", "1: 4"}));
  EXPECT_EQ(counter(trace, "utilisation"), (Texts{"0: 0", "1: 0.25", "2: 0"}));
}

// Of the jobs in [0, 4), [4, 6) and [6, 8) the window [4, 6) has the second alone. Both counters begin with
// the window, at the value they had: nobody waits, and one of six slots is in use.
TEST_F(ChromeTrace, KeepsToItsWindow) {
  write_run(job(0, 0, 0, 4, "0") + job(1, 4, 4, 6, "0") + job(2, 0, 6, 8, "0"));
  const auto trace = traced({4, 6});
  ASSERT_EQ(trace.spans.size(), 1U);
  EXPECT_EQ(trace.spans[0]["name"], "job 1");
  EXPECT_EQ(counter(trace, "waiting jobs"), (Texts{"4: 1"}));
  EXPECT_EQ(counter(trace, "utilisation"), (Texts{"4: " + shortest(1 / 6.0)}));
  EXPECT_EQ(traced({3, 5}).spans.size(), 2U); // both whole
}

TEST_F(ChromeTrace, ShowsNamesThatAreNoText) {
  write_run(job(0, 0, 1, 2, "0", "</script>\"\x01,\xff") + job(1, 0, 2, 3, "0", std::string(10'000, 'x')));
  const auto trace = traced();
  EXPECT_EQ(trace.spans[0]["args"]["user"], "</script>\"\\x01,\\xff");
  EXPECT_EQ(trace.spans[1]["args"]["user"], std::string(10'000, 'x'));
}

TEST_F(ChromeTrace, RefusesWhatIsNoRun) {
  const auto path = folder_.path().string();
  EXPECT_EQ(refused(), path + " holds no run: jobs.csv is missing; valid: a folder with jobs.csv, "
                              "resources.csv and manifest.json");
  write_run("");
  EXPECT_EQ(refused(), path + "/jobs.csv: has no row; valid: a run in which a job ended");
  write_run(job(0, 0, 1, 2, "5"));
  EXPECT_EQ(refused(), path + "/jobs.csv:2: resource 5; resources.csv has 5");
  write_run(job(0, 0, 2, 1, "0"));
  EXPECT_EQ(refused(), path + "/jobs.csv:2: ends at 1, before it starts at 2");
  write_run(job(0, 0, 1, 1e10, "0"));
  EXPECT_EQ(refused(), path + "/jobs.csv: has the date 1e+10 s; valid in a trace: up to 9e+09 s");
  write_run(job(0, 0, 1, std::numeric_limits<double>::infinity(), "0"));
  EXPECT_EQ(refused(), path + "/jobs.csv:2: 'inf' in column 'finish_time' is not a finite number");
}

} // namespace chrome_trace_test
} // namespace malha::testing
