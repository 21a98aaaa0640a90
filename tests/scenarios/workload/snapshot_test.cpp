// SPDX-License-Identifier: MIT
// snapshot.json: it is read as it was written, and becomes the jobs of another run.
#include "policies/sdk/recorded_state.hpp"
#include "reading.hpp"
#include "scenarios/workload/files/snapshot.hpp"

namespace malha::testing {
namespace snapshot_test {

/// At 12 s: job 1 runs on both hosts since 10, for 5 s of its 8; job 3 waits since 3.
Snapshot of_two_jobs() {
  Snapshot made;
  made.date = 12;
  made.workload = "x.json";
  made.policies = {{"policy", "cluster/easy_backfill"}};
  made.hosts = {"host-0", "host-0", "host-1"};
  made.down = IndexSet(2, 1);
  SnapshotJob runs;
  runs.number = 1;
  runs.job = 1;
  runs.who.user = "bob";
  runs.size = 2;
  runs.submitted = 1;
  runs.limit = 8;
  runs.resources = IndexSet(0, 2);
  runs.started = 10;
  runs.ends = 15;
  SnapshotJob waits;
  waits.number = 3;
  waits.job = 2;
  waits.who.user = "ann";
  waits.submitted = 3;
  waits.limit = 9;
  waits.priority = 2.5;
  waits.asks_for_more = true;
  made.running = {runs};
  made.waiting = {waits};
  made.held = 2;
  made.used = {{{"", "bob"}, 4}};
  made.rounds = {{0, {"submit 0", "start 0 on 0"}}, {1, {}}};
  return made;
}

const std::string text_of_two_jobs =
    R"({
"snapshot": 1,
"date": 12.0,
"workload": "x.json",
"policies": {"policy":"cluster/easy_backfill"},
"hosts": ["host-0","host-0","host-1"],
"down": "2",
"running": [
  {"job_id":1,"job":1,"user":"bob","size":2,"submitted":1.0,"limit":8.0,"priority":0.0,"restarts":0,)"
    R"("resources":"0-1","started":10.0,"ends":15.0,"left":3.0,"limit_left":6.0}
],
"waiting": [
  {"job_id":3,"job":2,"user":"ann","size":1,"submitted":3.0,"limit":9.0,"priority":2.5,"restarts":0,)"
    R"("asks_for_more":true}
],
"held": 2,
"used": [
  {"account":"","user":"bob","resource_seconds":4.0}
],
"history": [
  [0.0,"submit 0","start 0 on 0"],
  [1.0]
]
}
)";

class SnapshotFile : public Reading {
protected:
  Snapshot snapshot(const std::string& text) const {
    write_text(folder_ / "snapshot.json", text);
    return read_snapshot(folder_ / "snapshot.json");
  }
  std::string refused(const std::string& from, const std::string& to) const {
    auto text = text_of_two_jobs;
    const auto said = thrown<InputError>([&] { snapshot(text.replace(text.find(from), from.size(), to)); });
    return said.substr(std::min(said.size(), (folder_ / "snapshot.json").string().size()));
  }
};

TEST_F(SnapshotFile, HasALineForEachJob) { EXPECT_EQ(malha::text_of(of_two_jobs()), text_of_two_jobs); }

TEST_F(SnapshotFile, IsReadAsItWasWritten) {
  EXPECT_EQ(malha::text_of(snapshot(text_of_two_jobs)), text_of_two_jobs);
}

// A job that never ends, and has no limit.
TEST_F(SnapshotFile, HasNullWhereNothingIsKnown) {
  auto endless = of_two_jobs();
  endless.running.front().ends = never;
  endless.running.front().limit = std::nullopt;
  const auto text = malha::text_of(endless);
  EXPECT_NE(text.find(R"("ends":null,"left":null,"limit_left":null)"), std::string::npos) << text;
  EXPECT_EQ(snapshot(text).running.front().ends, never);
}

// Job 1 has 6 s left of its limit, and runs to its limit whatever it would do in the run that was cut.
TEST_F(SnapshotFile, BecomesJobsOfAnotherRun) {
  const auto jobs = read("snapshot.json", text_of_two_jobs).jobs;
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].submitted, -11);
  EXPECT_EQ(jobs[0].tasks.front().length, 8);
  const auto* held = jobs[0].extensions.find<RunsAlready>();
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(held->started, -2);
  ASSERT_EQ(held->on.size(), 1u);
  EXPECT_EQ(held->on.front().host, "host-0");
  EXPECT_EQ(held->on.front().resources, 2);
  EXPECT_EQ(jobs[1].submitted, -9);
  EXPECT_EQ(jobs[1].tasks.front().length, 9);
  EXPECT_EQ(jobs[1].extensions.find<RecordedPriority>()->priority, 2.5);
}

TEST_F(SnapshotFile, IsRefusedIfItIsNone) {
  EXPECT_EQ(refused("\"snapshot\": 1", "\"snapshot\": 7"),
            ": is a snapshot of version 7; valid: version 1, which this Malha writes");
  EXPECT_EQ(refused("\"snapshot\"", "\"shot\""),
            ": is no snapshot, since it has no 'snapshot'; valid: snapshot.json as a run writes it");
  EXPECT_EQ(refused("{\n", "x"), ":1: is not JSON at byte 1; valid: snapshot.json as a run writes it");
}

TEST_F(SnapshotFile, IsRefusedWithTheJobThatIsWrong) {
  EXPECT_EQ(refused("\"started\"", "\"began\""),
            ": running job 1 has no 'started'; valid: a date, at most that of the snapshot");
  EXPECT_EQ(refused("\"started\":10", "\"started\":13"),
            ": running job 1: 'started' is 13.0; valid: a date, at most that of the snapshot");
  EXPECT_EQ(refused("\"limit\":8.0", "\"limit\":-8"),
            ": running job 1: 'limit' is -8; valid: a number, at least 0");
  EXPECT_EQ(refused("\"size\":1", "\"size\":0"),
            ": waiting job 3: 'size' is 0; valid: an integer, from 1 to 2147483647");
  EXPECT_EQ(refused("\"resources\":\"0-1\"", "\"resources\":\"0-3\""),
            ": running job 1: 'resources' is \"0-3\"; valid: indices below 3 such as 0-3 5");
  EXPECT_EQ(refused("\"resources\":\"0-1\"", "\"resources\":\"0\""),
            ": running job 1: 'resources' is \"0\"; valid: as many as its size, 2");
  EXPECT_EQ(refused("[1.0]", "[]"), ": 'history' has []; valid: a date and what happened then");
}

} // namespace snapshot_test
} // namespace malha::testing
