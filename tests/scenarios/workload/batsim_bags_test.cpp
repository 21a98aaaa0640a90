// SPDX-License-Identifier: MIT
// Bags of tasks in files of Batsim.
#include "reading.hpp"

namespace malha::testing {
namespace batsim_bags_test {

using Names = std::vector<std::string>;

/// A job of one resource, submitted at `date`, with this in its extra_data, and a walltime if one is given.
std::string task(const std::string& id, const std::string& date, const std::string& extra,
                 const std::string& walltime = "", const std::string& profile = "p", int resources = 1) {
  return R"({"id": )" + id + R"(, "subtime": )" + date + R"(, "res": )" + std::to_string(resources) +
         R"(, "profile": ")" + profile + '"' + (walltime.empty() ? "" : R"(, "walltime": )" + walltime) +
         R"(, "extra_data": {)" + extra + "}}";
}

std::string workload(const Names& jobs) {
  std::string all;
  for (const auto& job : jobs)
    all += (all.empty() ? "" : ",\n") + job;
  return R"({"nb_res": 8, "jobs": [)" + all +
         R"(], "profiles": {"d": {"type": "delay", "delay": 12.5},
          "p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0},
          "q": {"type": "parallel_homogeneous", "cpu": 3e9, "com": 0}}})";
}

class BatsimBags : public Reading {
protected:
  Read jobs_of(const Names& jobs, bool joins_bags = false) const {
    write_text(folder_ / "a.json", workload(jobs));
    return read_file(folder_ / "a.json", {}, joins_bags);
  }
  std::string refusal_of(const Names& jobs) const { return refusal("a.json", workload(jobs)); }

  /// What is written, and read again.
  Read again(const std::vector<Job>& jobs, bool joins_bags = false) const {
    std::ostringstream out;
    write_batsim(jobs, out);
    write_text(folder_ / "b.json", out.str());
    return read_file(folder_ / "b.json", {}, joins_bags);
  }
};

/// "id @date bag: work/input work/input" for each job.
Names shown(const std::vector<Job>& jobs) {
  Names all;
  for (const auto& job : jobs) {
    std::ostringstream text;
    text << job.id << " @" << job.submitted << ' ' << job.bag << ':';
    for (const auto& one : job.tasks)
      text << ' ' << one.work << '/' << one.input;
    all.push_back(text.str());
  }
  return all;
}

TEST_F(BatsimBags, JobsOfABagAreItsTasksInTheOrderOfTheFile) {
  const auto found = jobs_of(
      {task("5", "0", R"("bag": "x", "input": 40)"), task("6", "0", R"("bag": 3)", "", "q"),
       task("7", "0", R"("bag": "x")", "", "q"), task("8", "0", ""), task("9", "0", R"("bag": "3")")});
  EXPECT_EQ(shown(found.jobs),
            (Names{"5 @0 x: 1e+09/40 3e+09/0", "6 @0 3: 3e+09/0 1e+09/0", "8 @0 : 1e+09/0"}));
  for (const auto& job : found.jobs) {
    EXPECT_EQ(shape_of(job), Shape::bag_of_tasks);
    for (std::size_t i = 0; i < job.tasks.size(); ++i)
      EXPECT_EQ(job.tasks[i].id, static_cast<TaskId>(i));
  }
  EXPECT_TRUE(found.notes.empty());
}

TEST_F(BatsimBags, InputIsOfATaskAlsoWithoutABag) {
  const auto found = jobs_of({task("1", "0", R"("input": 1.5)", "", "d", 4)});
  EXPECT_EQ(found.jobs.at(0).tasks.at(0).input, 1.5);
  EXPECT_EQ(shape_of(found.jobs.at(0)), Shape::rigid);
}

TEST_F(BatsimBags, ABagHasWhatItsJobsAgreeOn) {
  const auto found =
      jobs_of({task("1", "0", R"("bag": 1, "user": "anna", "queue": "long", "metadata": "a=1")", "30"),
               task("2", "0", R"("bag": 1, "user": "anna", "queue": "long", "metadata": "a=1")", "30"),
               task("3", "0", R"("bag": 2, "user": "anna", "queue": "long")", "30"),
               task("4", "0", R"("bag": 2, "user": "bert", "queue": "long")", "50"),
               task("5", "0", R"("bag": 2, "user": "anna", "queue": "long")", "40"),
               task("6", "0", R"("bag": 3)", "30"), task("7", "0", R"("bag": 3)"),
               task("8", "0", R"("bag": 3)", "50")});
  ASSERT_EQ(found.jobs.size(), 3u);
  const auto &all_agree = found.jobs[0], &users_differ = found.jobs[1], &one_has_none = found.jobs[2];
  EXPECT_EQ(all_agree.user + all_agree.queue.str() + all_agree.metadata.str(), "annalonga=1");
  EXPECT_EQ(all_agree.walltime, 30);
  EXPECT_EQ(users_differ.user + users_differ.queue.str(), "long");
  EXPECT_EQ(users_differ.walltime, 50);
  EXPECT_EQ(one_has_none.walltime, std::nullopt);
  // Jobs 4 and 5 speak of other users than the bag then does; of walltimes 4 and 5, then 7 and 8.
  EXPECT_EQ(texts(found.notes), (Names{"joined a bag of another user, queue or metadata: 2",
                                       "joined a bag of another walltime: 4"}));
}

TEST_F(BatsimBags, IdsThatAreNoNumbersAreThatOfTheFirstJob) {
  const auto found =
      jobs_of({task(R"("a")", "0", R"("bag": "x", "metadata": "g=1")"), task(R"("b")", "0", ""),
               task(R"("c")", "0", R"("bag": "x", "metadata": "g=1")")});
  EXPECT_EQ(shown(found.jobs), (Names{"0 @0 x: 1e+09/0 1e+09/0", "1 @0 : 1e+09/0"}));
  EXPECT_EQ(found.jobs[0].metadata, "g=1;id=a");
  EXPECT_EQ(found.jobs[1].metadata, "id=b");
}

// Job 1 is of two resources and 6 has a bag: they stay what they are. The bag of date 0 stands where its
// first job does, behind job 1.
TEST_F(BatsimBags, JobsOfOneSubmissionAreABagForThoseWhoRunNoRigidJobs) {
  const Names jobs{task("1", "0", "", "", "p", 2),
                   task("2", "0", ""),
                   task("3", "4", "", "", "q"),
                   task("4", "0", R"("input": 7)", "", "q"),
                   task("5", "4", ""),
                   task("6", "4", R"("bag": "x")"),
                   task("7", "9", "")};
  const auto found = jobs_of(jobs, true);
  EXPECT_EQ(shown(found.jobs), (Names{"1 @0 : 1e+09/0", "2 @0 : 1e+09/0 3e+09/7", "3 @4 : 3e+09/0 1e+09/0",
                                      "6 @4 x: 1e+09/0", "7 @9 : 1e+09/0"}));
  EXPECT_EQ(texts(found.notes), (Names{"sorted by submission: 2", "joined a bag by their submission: 2"}));
  EXPECT_EQ(jobs_of(jobs).jobs.size(), 7u);
}

TEST_F(BatsimBags, JobsThatAskForFragmentsOrAClassAreNotJoined) {
  EXPECT_EQ(jobs_of({task("1", "0", ""), task("2", "0", R"("fragments": [{"cpus": 1}])"),
                     task("3", "0", R"("class": "qos", "deadline": 90)", "60"), task("4", "0", "")},
                    true)
                .jobs.size(),
            3u);
}

TEST_F(BatsimBags, WritingAndReadingAgainIsTheIdentity) {
  const auto found =
      jobs_of({task("7", "0", R"("bag": "x", "input": 40, "user": "anna", "metadata": "g=1")", "30"),
               task("8", "0", R"("bag": "x", "user": "anna", "metadata": "g=1")", "30", "d"),
               task("9", "0", "", "", "p", 4), task("2", "3", R"("bag": 12)"), task("3", "3", ""),
               task("4", "3", "", "", "q"), task("5", "3", R"("bag": 13)", "", "q"),
               task("6", "3", R"("bag": 12)", "", "q")});
  for (const bool joins_bags : {false, true}) {
    const auto wanted = joins_bags ? read_file(folder_ / "a.json", {}, true).jobs : found.jobs;
    const auto read = again(found.jobs, joins_bags).jobs; // what is written is what convert reads
    EXPECT_EQ(shown(read), shown(wanted));
    for (std::size_t i = 0; i < std::min(read.size(), wanted.size()); ++i) {
      EXPECT_EQ(read[i].user, wanted[i].user);
      EXPECT_EQ(read[i].metadata, wanted[i].metadata);
      EXPECT_EQ(read[i].walltime, wanted[i].walltime);
      EXPECT_EQ(read[i].tasks.at(0).length, wanted[i].tasks.at(0).length);
      EXPECT_EQ(read[i].tasks.at(0).resources, wanted[i].tasks.at(0).resources);
    }
  }
  EXPECT_EQ(shown(found.jobs).size(), 6u);
}

Job bag_of(JobId id, const std::string& name, std::size_t tasks) {
  Job job;
  job.id = id;
  job.bag = name;
  job.tasks.resize(tasks);
  for (auto& one : job.tasks)
    one.work = 5;
  return job;
}

// Job 4 has no name for its bag, and "4" is another's. The first tasks have the ids of their jobs, the others
// the next free ones, from 10 on.
TEST_F(BatsimBags, TasksHaveIdsOfTheirOwnAndABagWithoutNameGetsOne) {
  std::ostringstream out;
  write_batsim({bag_of(4, "", 2), bag_of(9, "4", 2), bag_of(5, "", 1)}, out);
  EXPECT_EQ(out.str(), R"({
"jobs": [
{"id":4,"subtime":0,"res":1,"profile":"parallel 5 0","extra_data":{"bag":"4_"}},
{"id":10,"subtime":0,"res":1,"profile":"parallel 5 0","extra_data":{"bag":"4_"}},
{"id":9,"subtime":0,"res":1,"profile":"parallel 5 0","extra_data":{"bag":"4"}},
{"id":11,"subtime":0,"res":1,"profile":"parallel 5 0","extra_data":{"bag":"4"}},
{"id":5,"subtime":0,"res":1,"profile":"parallel 5 0"}
],
"profiles": {
"parallel 5 0": {"type":"parallel_homogeneous","cpu":5,"com":0}
}
}
)");
}

TEST_F(BatsimBags, WhatCannotBeWrittenIsNamed) {
  const auto refused = [](const Job& job) {
    return thrown<InputError>([&] {
      std::ostringstream out;
      write_batsim({job}, out);
    });
  };
  const std::string valid = ", which Batsim's JSON cannot say; valid: rigid jobs, bags of tasks";
  auto wide = bag_of(3, "", 2), dag = bag_of(3, "", 2);
  wide.tasks.back().resources = 2;
  dag.precedences = {{0, 1}};
  EXPECT_EQ(refused(bag_of(3, "", 0)), "job 3 is without tasks" + valid);
  EXPECT_EQ(refused(wide), "job 3 is a bag with tasks of several resources" + valid);
  EXPECT_EQ(refused(dag), "job 3 is a DAG" + valid);
}

TEST_F(BatsimBags, AreTooMuchForSwf) {
  EXPECT_EQ(
      thrown<InputError>([] { swf_jobs({bag_of(3, "x", 2)}, 1); }),
      "job 3 has 2 tasks, and a line of SWF is one; valid: jobs of one task, or a path that ends in .json");
  auto small = bag_of(3, "x", 1);
  small.tasks[0].input = 1;
  EXPECT_EQ(texts(lost_in_swf({small})),
            (Names{"bag that SWF has no field for: 1", "input that SWF has no field for: 1",
                   "work, of which SWF holds the run time at the reference speed: 1",
                   "without a walltime, for which readers of SWF take the run time: 1"}));
}

TEST_F(BatsimBags, EveryWrongBagIsNamed) {
  const std::string id = "an integer, at least 0, or text without quotes and control characters";
  const std::string at = ": job 1: extra_data";
  const std::vector<std::pair<Names, std::string>> all{
      {{task("1", "0", R"("bag": 1.5)")}, at + ": 'bag' is 1.5; valid: " + id},
      {{task("1", "0", R"("bag": -1)")}, at + ": 'bag' is -1; valid: " + id},
      {{task("1", "0", R"("bag": "a\nb")")},
       at + ": 'bag' is \"a\\nb\"; valid: text without quotes and control characters"},
      {{task("1", "0", R"("bag": "")")}, at + ": 'bag' is \"\"; valid: the name of a bag, or no 'bag'"},
      {{task("1", "0", R"("bag": 1)", "", "p", 2)}, at + " has a 'bag', and 'res' is 2; valid: 1"},
      {{task("1", "0", R"("bag": 1, "fragments": [{"cpus": 1}])")},
       at + " has a 'bag' and 'fragments'; valid: one of them"},
      {{task("1", "0", R"("bag": 1, "class": "qos", "deadline": 90)", "60")},
       at + " has a 'bag' and a class other than common; valid: one of them"},
      {{task("1", "0", R"("input": -1)")}, at + ": 'input' is -1; valid: a number, at least 0"},
      {{task("1", "0", R"("input": "much")")}, at + ": 'input' is \"much\"; valid: a number, at least 0"},
      {{task("3", "4.5", R"("bag": "x")"), task("4", "0", ""), task("2", "0", R"("bag": "x")")},
       ": job 3 is of bag 'x', as job 2, and submitted at 4.5, not at 0; valid: one submission for all jobs "
       "of "
       "a bag"},
  };
  for (const auto& [jobs, message] : all)
    EXPECT_EQ(refusal_of(jobs), message);
}

} // namespace batsim_bags_test
} // namespace malha::testing
