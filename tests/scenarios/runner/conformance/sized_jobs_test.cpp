// SPDX-License-Identifier: MIT
// What `malha check` looks at in runs of policies that resize.
#include "scenarios/runner/conformance/sized_jobs.hpp"

#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace sized_jobs_test {

using conformance::BatchRow;
using conformance::Draw;
using conformance::Json;

/// A job whose members are those of the text, of that size and with a run time of 12 s.
Job job_with(const std::string& members, TaskId id = 0, int size = 2) {
  auto json = Json::parse(members);
  conformance::Fields fields(json);
  Draw nothing;
  conformance::GivenSizes sizes;
  sizes.fields(fields, nothing, false, size, 4);
  fields.end();
  auto job = conformance::rigid_job(id, 0, size, 12);
  sizes.give_to(job);
  return job;
}

TEST(SizedJobs, AreRigidWithoutMembers) { EXPECT_EQ(job_with("{}").sizes, nullptr); }

TEST(SizedJobs, HaveTheSizesOfTheirMembers) {
  const auto job = job_with(R"({"kind": "adaptive", "min": 1, "max": 4, "law": "amdahl:0.5", "parts": 3,
                                "grow": 7, "shrink": 2, "asks": [{"after_part": 2, "nodes": 9}]})");
  ASSERT_NE(job.sizes, nullptr);
  const auto& sizes = *job.sizes;
  EXPECT_EQ(sizes.kind, JobKind::adaptive);
  EXPECT_EQ(std::tuple(sizes.min, sizes.pref, sizes.max, sizes.parts), std::tuple(1, 2, 4, 3));
  EXPECT_EQ(sizes.law, SpeedUp::amdahl(0.5));
  EXPECT_EQ(std::tuple(sizes.cost.grow, sizes.cost.shrink), std::tuple(7, 2));
  EXPECT_EQ(text_of(sizes.asks), "2:4"); // the nearest of its sizes
  EXPECT_EQ(sizes.run_time(2), 12);
  EXPECT_EQ(job_with(R"({"kind": "malleable", "parts": 0})").sizes->parts, JobSizes::any_date);
}

TEST(SizedJobs, AreRefusedIfTheyAreNone) {
  const auto refused = [](const std::string& members) {
    return thrown<conformance::NoView>([&] { job_with(members); });
  };
  EXPECT_EQ(refused(R"({"kind": "liquid"})"),
            "job 0: kind 'liquid'; valid: rigid, moldable, malleable, evolving, adaptive");
  EXPECT_EQ(refused(R"({"kind": "rigid", "max": 3})").rfind("job 0: has type rigid, and ", 0), 0U);
  EXPECT_EQ(refused(R"({"max": 3})"), "'max' is not known here; valid: kind");
}

/// Jobs on nodes over time, as a listener is told.
class RunOnNodes {
public:
  void start(const Job& job, Seconds date, const std::string& nodes) {
    sizes_.started(live(job, date, nodes), {});
  }
  void resize(const Job& job, Seconds date, const std::string& nodes, Seconds pause = 0, int wanted = 0) {
    sizes_.resized(live(job, date, nodes), {date, {}, 0, wanted, pause});
  }
  /// What is broken if the jobs end then.
  std::string broken(const std::vector<Job>& jobs, const std::vector<Seconds>& ends, bool killed = false) {
    std::vector<BatchRow> rows;
    for (std::size_t i = 0; i < jobs.size(); ++i)
      rows.push_back({jobs[i].id, 0, ends[i], killed, {}, {}, 0, false});
    return sizes_.broken_rule(jobs, rows);
  }
  Json legs_of(TaskId id) const { return sizes_.legs_of(id); }

private:
  static cluster::LiveJob live(const Job& job, Seconds start, const std::string& nodes) {
    cluster::LiveJob made;
    made.task = job.tasks.front();
    made.start = start;
    made.nodes = IndexSet::parse(nodes);
    return made;
  }

  conformance::SizesOfRun sizes_;
};

const std::string malleable = R"({"kind": "malleable", "min": 2, "max": 4, "parts": 6, "grow": 3})";

// 12 s on two nodes: a third in 4 s, then 3 s of a pause, and 4 s on four nodes.
TEST(SizesOfRun, ConserveWork) {
  const auto job = job_with(malleable);
  RunOnNodes run;
  run.start(job, 0, "0-1");
  run.resize(job, 4, "0-3", 3);
  EXPECT_EQ(run.broken({job}, {11}), "");
  EXPECT_EQ(run.legs_of(0), Json::parse(R"([[0.0, "0-1", 0.0], [4.0, "0-3", 3.0]])"));
  EXPECT_EQ(run.broken({job}, {10}), "job 0 has done 0.833333 of its work");
  EXPECT_EQ(run.broken({job}, {10}, true), ""); // it was killed
  EXPECT_EQ(run.broken({job}, {12}, true), "job 0 has done 1.166667 of its work");
}

TEST(SizesOfRun, KeepToTheSizesOfJobs) {
  const auto job = job_with(malleable);
  RunOnNodes run;
  run.start(job, 0, "0");
  EXPECT_EQ(run.broken({job}, {24}), "job 0 has 1 nodes, and it may have 2 to 4");
  const auto rigid = conformance::rigid_job(0, 0, 2, 12);
  EXPECT_EQ(run.broken({rigid}, {24}), "job 0 has 1 nodes, and it may have 2 to 2");
}

TEST(SizesOfRun, ChangeThoseThatObeyOrAsk) {
  const auto moldable = job_with(R"({"kind": "moldable", "max": 4})");
  RunOnNodes run;
  run.start(moldable, 0, "0-1");
  run.resize(moldable, 4, "0-3");
  EXPECT_EQ(run.broken({moldable}, {8}), "job 0 is moldable, and gets other nodes without asking");
  const auto evolving = job_with(R"({"kind": "evolving", "max": 4, "parts": 3})");
  EXPECT_EQ(run.broken({evolving}, {8}), "job 0 is evolving, and gets other nodes without asking");
  RunOnNodes asked;
  asked.start(evolving, 0, "0-1");
  asked.resize(evolving, 4, "0-3", 0, 4);
  EXPECT_EQ(asked.broken({evolving}, {8}), "");
}

// Job 1 has node 3 from 4 s on, and so has job 0, unless it ends then.
TEST(SizesOfRun, GiveNoNodeTwice) {
  const auto job = job_with(malleable), other = conformance::rigid_job(1, 0, 1, 12);
  RunOnNodes run;
  run.start(job, 0, "0 3");
  run.start(other, 12, "3");
  EXPECT_EQ(run.broken({job, other}, {12, 24}), "");
  run.start(other, 4, "3");
  EXPECT_EQ(run.broken({job, other}, {12, 16}), "job 1 has nodes of others among 3");
}

} // namespace sized_jobs_test
} // namespace malha::testing
