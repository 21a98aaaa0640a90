// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include <algorithm>

namespace malha::testing {
namespace drawn_sizes_test {

using Ids = std::vector<JobId>;
using Settings = std::map<std::string, std::string>;

/// Jobs of 600 s on four nodes, one a second.
std::string trace_of(int jobs, int nodes = 4) {
  std::string text;
  for (int job = 1; job <= jobs; ++job)
    text += std::to_string(job) + " " + std::to_string(job - 1) + " -1 600 " + std::to_string(nodes) +
            " -1 -1 " + std::to_string(nodes) + " 1200 -1 1 7 -1 -1 -1 -1 -1 -1\n";
  return text;
}

class DrawnSizesOfATrace : public Reading {
protected:
  Read drawn(const std::string& trace, const Settings& settings, int nodes = 64, std::uint64_t seed = 1,
             const std::string& name = "trace.swf") const {
    write_text(folder_ / name, trace);
    const std::filesystem::path file = folder_ / name;
    const auto* reader = shipped_catalog().reader_of(file);
    const Parameters parameters(reader->parameters, settings);
    RandomStreams random(seed);
    const auto source = reader->make({parameters, random, file, reference_speed, false, nodes});
    Read read;
    while (auto job = source->next())
      read.jobs.push_back(std::move(*job));
    read.notes = source->notes();
    return read;
  }
  Job one(Settings settings, int nodes = 64) const {
    settings["sizes_share"] = "1";
    return drawn(trace_of(1), settings, nodes).jobs.at(0);
  }
  std::string said(Settings settings, int nodes = 64) const {
    return thrown<InputError>([&] { one(std::move(settings), nodes); });
  }
  /// Jobs that have sizes.
  Ids with_sizes(const std::string& share, std::uint64_t seed) const {
    Ids ids;
    for (const auto& job : drawn(trace_of(200), {{"sizes_share", share}}, 64, seed).jobs)
      if (job.sizes != nullptr)
        ids.push_back(job.id);
    return ids;
  }
};

// The generator of ProjectWagomu, MalleableJobScheduling: on four nodes the share with the least efficiency
// above .8 is .95, whose sizes are 2 to 16 of 64, and 2 to 8 of 8. W = 600 / (.05 + .95 / 4); a part a
// minute.
TEST_F(DrawnSizesOfATrace, AreThoseOfPosnersGenerator) {
  const auto job = one({});
  ASSERT_NE(job.sizes, nullptr);
  EXPECT_EQ(job.sizes->kind, JobKind::malleable);
  EXPECT_EQ(job.sizes->law.text(), "amdahl:0.95");
  EXPECT_EQ(job.sizes->min, 2);
  EXPECT_EQ(job.sizes->pref, 4);
  EXPECT_EQ(job.sizes->max, 16);
  EXPECT_EQ(job.sizes->parts, 10);
  EXPECT_EQ(job.sizes->run_at_pref, 600);
  EXPECT_DOUBLE_EQ(job.sizes->work, 600 / (0.05 + 0.95 / 4));
  EXPECT_EQ(job.tasks.front().length, 600);
  EXPECT_EQ(job.tasks.front().resources, 4);
  EXPECT_EQ(job.walltime, 1200);
  EXPECT_NE(std::string(job.metadata)
                .find("type=malleable;min_nodes=2;max_nodes=16;law=amdahl:0.95;parts=10;"
                      "work=2086.95"),
            std::string::npos);
  EXPECT_EQ(one({}, 8).sizes->max, 8);
}

// S = n^.5: efficiency n^-.5 is above .95 on one node, and above .5 below four. A moldable job has one part.
TEST_F(DrawnSizesOfATrace, FollowTheirSettings) {
  const auto moldable = one({{"sizes_type", "moldable"}, {"sizes_law", "power:.5"}});
  EXPECT_EQ(moldable.sizes->kind, JobKind::moldable);
  EXPECT_EQ(moldable.sizes->min, 1);
  EXPECT_EQ(moldable.sizes->max, 4); // 2, and at least the four of the trace
  EXPECT_EQ(moldable.sizes->work, 1200);
  EXPECT_EQ(moldable.sizes->parts, 1);
  // Amdahl with f = .9 has the efficiency 1 / (.9 + .1 n).
  const auto wide = one({{"sizes_law", "amdahl:.9"}, {"sizes_efficiency", "0.8,0.7,0.6"}});
  EXPECT_EQ(wide.sizes->min, 2); // above .8 up to 3.5
  EXPECT_EQ(wide.sizes->max, 4); // above .6 up to 7.7
  EXPECT_EQ(one({{"sizes_point_every", "100"}}).sizes->parts, 6);
  EXPECT_EQ(one({{"sizes_parts", "7"}}).sizes->parts, 7);
  EXPECT_EQ(one({{"sizes_parts", "inf"}}).sizes->parts, JobSizes::any_date);
  EXPECT_EQ(one({{"sizes_cost", "30"}}).sizes->cost.shrink, 30);
  EXPECT_EQ(one({{"sizes_cost", "30/5"}}).sizes->cost.grow, 30);
  EXPECT_EQ(one({{"sizes_cost", "30/5"}}).sizes->cost.shrink, 5);
}

// Of 200 jobs 40 and 80 are expected; three standard deviations are 17 and 21.
TEST_F(DrawnSizesOfATrace, OfASmallerShareAreAmongThoseOfALargerOne) {
  const auto some = with_sizes("0.2", 1), more = with_sizes("0.4", 1);
  EXPECT_NEAR(static_cast<double>(some.size()), 40, 17);
  EXPECT_NEAR(static_cast<double>(more.size()), 80, 21);
  EXPECT_TRUE(std::includes(more.begin(), more.end(), some.begin(), some.end()));
  EXPECT_EQ(with_sizes("0.2", 1), some);
  EXPECT_NE(with_sizes("0.2", 2), some);
  EXPECT_TRUE(with_sizes("0", 1).empty());
  EXPECT_EQ(with_sizes("1", 1).size(), 200U);
}

TEST_F(DrawnSizesOfATrace, AreCounted) {
  const auto read = drawn(trace_of(3), {{"sizes_share", "1"}});
  EXPECT_EQ(texts(read.notes).back(), "may run on several numbers of nodes, by sizes_share: 3");
  EXPECT_EQ(drawn(trace_of(3), {}).notes.size(), read.notes.size() - 1);
}

// Policies that choose sizes refuse jobs like the last four.
TEST_F(DrawnSizesOfATrace, AreNotThoseOfJobsThatAskForMoreThanNodes) {
  const Settings settings{
      {"sizes_share", "1"},
      {"columns", "submit:s,nodes:n,run:r,reservation:v,deadline:d,constraint:c,memory:m"}};
  const std::string trace = "s,n,r,v,d,c,m\n0,4,600,,,,\n1,4,600,course,,,\n2,4,600,,9000,,\n"
                            "3,4,600,,,gpu,\n4,4,600,,,,5\n";
  const auto read = drawn(trace, settings, 64, 1, "trace.csv");
  ASSERT_EQ(read.jobs.size(), 5U);
  for (std::size_t job = 0; job < 5; ++job)
    EXPECT_EQ(read.jobs[job].sizes != nullptr, job == 0) << job;
  EXPECT_EQ(texts(read.notes).back(),
            "drawn by sizes_share, and rigid: a bag, a DAG, with fragments, exchange, demands, a constraint, "
            "a reservation or a deadline, or without a run time: 4");
}

TEST_F(DrawnSizesOfATrace, AreReadAndNotedWhereNoJobHasThem) {
  const auto notes = [&](const Settings& settings) { return texts(drawn(trace_of(3), settings).notes); };
  const auto without = notes({});
  EXPECT_EQ(notes({{"sizes_cost", "10"}, {"sizes_law", "linear"}, {"sizes_type", "moldable"}}).back(),
            "sizes_type, sizes_law, sizes_cost without effect where sizes_share is 0: 3");
  EXPECT_EQ(notes({{"sizes_point_every", "60"}}), without); // the usual value
  EXPECT_EQ(texts(drawn(trace_of(3), {{"sizes_cost", "10"}}, 0).notes).size(), without.size() + 1);
  EXPECT_EQ(thrown<InputError>([&] {
              drawn(trace_of(3), {{"sizes_law", "nonsense"}});
            }).substr(0, 29),
            "setting workload.sizes_law: s");
  EXPECT_EQ(notes({{"sizes_share", "1"}, {"sizes_type", "moldable"}, {"sizes_parts", "3"}}).back(),
            "sizes_parts without effect on moldable jobs: 3");
}

// The first is one of work alone; generators have the same settings.
TEST_F(DrawnSizesOfATrace, AreThoseOfGeneratorsToo) {
  for (const std::string name : {"rigid_jobs", "lublin"}) {
    const auto& generator = *shipped_catalog().workloads().at(name);
    const Parameters parameters(generator.parameters, {{"jobs", "20"}, {"sizes_share", "1"}});
    RandomStreams random(3), same(3);
    const std::filesystem::path none;
    const auto source = generator.make({parameters, random, none, reference_speed, false, 16});
    const Parameters plain(generator.parameters, {{"jobs", "20"}});
    const auto rigid = generator.make({plain, same, none, reference_speed, false, 16});
    while (const auto job = source->next()) {
      const auto other = rigid->next().value();
      ASSERT_NE(job->sizes, nullptr) << name;
      EXPECT_EQ(other.sizes, nullptr);
      EXPECT_EQ(job->submitted, other.submitted);
      EXPECT_EQ(job->tasks.front().work, other.tasks.front().work);
      EXPECT_EQ(job->sizes->pref, other.tasks.front().resources);
      EXPECT_DOUBLE_EQ(job->sizes->run_at_pref, other.tasks.front().work / reference_speed);
      EXPECT_LE(job->sizes->max, 16);
    }
  }
}

TEST_F(DrawnSizesOfATrace, AreRefusedIfTheyCannotBe) {
  const std::string begin = "setting workload.sizes_";
  EXPECT_EQ(said({}, 0),
            begin + "share=1: needs a platform, whose resources bound the sizes of jobs; valid: 0");
  EXPECT_EQ(said({{"sizes_efficiency", "0.9,0.5"}}),
            begin + "efficiency=0.9,0.5: valid: three numbers, such as 0.95,0.8,0.5");
  EXPECT_EQ(said({{"sizes_cost", "much"}}),
            begin + "cost=much: valid: a number of s, at least 0, or two, such as 60/20");
  EXPECT_EQ(said({{"sizes_cost", "-1"}}),
            begin + "cost=-1: valid: a number of s, at least 0, or two, such as 60/20");
  EXPECT_EQ(said({{"sizes_parts", "0"}}),
            begin + "parts=0: valid: an integer, at least 1, or inf, or nothing");
  EXPECT_EQ(said({{"sizes_parts", "4"}, {"sizes_point_every", "30"}}),
            begin + "point_every=30: has no effect beside workload.sizes_parts=4; valid: one of them");
  EXPECT_EQ(said({{"sizes_law", "amdahl:.9/x"}}).substr(0, 74),
            begin + "law: speed-up law 'amdahl:x' has 'x', which is no n");
  EXPECT_EQ(said({{"sizes_law", "table:2=9/4=5"}}),
            begin + "law: 'table:2=9/4=5' says nothing of 1 node; valid: a law that begins at 1 node");
}

} // namespace drawn_sizes_test
} // namespace malha::testing
