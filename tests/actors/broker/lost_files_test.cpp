// SPDX-License-Identifier: MIT
// What becomes of the files of DAGs when resources fail, without SimGrid. Resources of 1 flop/s; a transfer
// takes 0.5 s + bytes / (1 B/s), so that 2 B take 2.5 s, and none from the home of the broker.
#include "actors/broker/model/model.hpp"
#include "actors/model/ready_tasks.hpp"
#include "tests/actors/support/diamond.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace lost_files_test {

using Expected = std::vector<std::string>;

/// One DAG, whose tasks arrive as they become ready.
class OneDag : public Arrivals {
public:
  explicit OneDag(Job dag) : dag_(std::move(dag)) {}

  Seconds next() override { return dag_ ? 0 : ready_.next(); }
  Job take() override { return dag_ ? ready_.begin(*std::exchange(dag_, std::nullopt)) : ready_.take(); }
  bool more() override { return dag_ || !ready_.empty(); }
  void ended(TaskId task, Seconds date) override { ready_.ended(task, date); }

private:
  std::optional<Job> dag_;
  ReadyTasks ready_;
};

/// Waiting tasks in the order of their ids, each to the resource that the test wants, or else to the lowest
/// free one.
class Wished : public broker::Assign {
public:
  std::multimap<TaskId, int> wishes; ///< by task, in the order of its attempts

  std::vector<broker::Assignment> assign(const broker::AssignmentView& view) override {
    std::vector<broker::Assignment> given;
    std::vector<int> free(view.free.begin(), view.free.end());
    for (const auto& task : view.waiting) {
      const auto wish = wishes.find(task.id);
      const auto found =
          wish == wishes.end() ? free.begin() : std::find(free.begin(), free.end(), wish->second);
      if (found == free.end())
        continue;
      given.push_back({task.id, *found});
      free.erase(found);
      if (wish != wishes.end())
        wishes.erase(wish);
    }
    return given;
  }
};

/// Never plans.
class NoPlan : public workflow::Planner {
public:
  std::vector<workflow::Placement> plan(const workflow::PlanView&) override { return {}; }
};

/// Writes "task resource start end outcome" for each attempt.
class Lines : public BagListener {
public:
  Expected lines;

private:
  void cut_short(const Task& task, const TaskAttempt& run, const char* outcome) override {
    add(task, run, outcome);
  }
  void ended(const Task& task, const TaskAttempt& run) override { add(task, run, "completed"); }
  void add(const Task& task, const TaskAttempt& run, const std::string& outcome) {
    lines.push_back(std::to_string(task.id) + " " + std::to_string(run.resource) + " " + shortest(run.start) +
                    " " + shortest(run.end) + " " + outcome);
  }
};

struct Switch {
  int resource;
  bool is_on;
  Seconds date;
};

class LostFiles : public ::testing::Test {
protected:
  /// Runs the DAG on so many resources. Returns its attempts.
  Expected run(Job dag, int resources, const std::vector<Switch>& switches) {
    for (std::size_t i = 0; i < dag.tasks.size(); ++i) {
      dag.tasks[i].id = static_cast<TaskId>(i);
      dag.tasks[i].is_in_dag = true;
    }
    auto details = std::make_shared<DagDetails>(*dag.details);
    details->latencies = {0.5};
    details->bandwidths = {1};
    dag.details = details;
    OneDag arrivals(dag);
    const std::vector<FlopsPerSecond> speeds(static_cast<std::size_t>(resources), 1);
    broker::Model model(speeds, std::vector<const SpeedProfile*>(speeds.size()), policy_, arrivals,
                        {true, true, detection_delay_, 0});
    broker::DagData data(speeds, workflow::MeanTransfer::cost, [&] {
      return workflow::Network(resources + 1, 0.5, 1, workflow::MeanTransfer::cost);
    });
    data.may_lose(rule_, false);
    NoPlan planner;
    broker::PlannedTasks planned(planner, data, speeds.size());
    model.move_data(data, planned, broker::Sending::when_assigned);
    Lines heard;
    model.add(heard);
    for (auto next = switches.begin(); !model.is_over();) {
      const Seconds date = std::min(model.next(), next != switches.end() ? next->date : never);
      for (; next != switches.end() && next->date <= date; ++next)
        model.switched(next->resource, next->is_on, next->date);
      if (date == never) {
        heard.lines.push_back("blocked, " + std::to_string(model.held()) + " held");
        break;
      }
      model.round(date);
    }
    return heard.lines;
  }

  broker::LostFiles rule_ = broker::LostFiles::recompute;
  Seconds detection_delay_ = 0;
  Wished policy_;
};

/// Tasks of 10 s each, one behind the other; each reads the file of 2 B of the one before.
Job chain(int tasks) {
  Job job = job_of(0, std::vector<Task>(static_cast<std::size_t>(tasks), task_of(10)));
  auto details = std::make_shared<DagDetails>();
  details->names.resize(static_cast<std::size_t>(tasks));
  for (TaskId i = 0; i + 1 < tasks; ++i) {
    job.precedences.push_back({i, i + 1});
    details->files.push_back({2, {i}, {i + 1}});
  }
  job.details = details;
  return job;
}

// Task 0 ends at 10 s on resource 0. Task 1 fetches its file on resource 1, until 12.5 s. Resource 0 fails at
// 11 s: task 1 has not begun. The file was there alone, so that 0 runs again on resource 1, which is free,
// from 11 to 21 s. Then 1 finds the file on resource 1, and 2 that of 1.
TEST_F(LostFiles, AreMadeAgain) {
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(chain(3), 2, {{0, false, 11}}), (Expected{"0 0 0 10 completed", "0 1 11 21 recomputed",
                                                          "1 1 21 31 completed", "2 1 31 41 completed"}));
}

// At 12.5 s the file has come: the failure at that date costs nothing.
TEST_F(LostFiles, AreNotMissedByWhoHasThem) {
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(chain(3), 2, {{0, false, 12.5}}),
            (Expected{"0 0 0 10 completed", "1 1 12.5 22.5 completed", "2 1 22.5 32.5 completed"}));
}

// Nobody needs the file of 0 any more when resource 0 fails at 30 s: 1 has ended, at 20 s on resource 0, and
// 2 has had the file of 1 on resource 1 since 22.5 s.
TEST_F(LostFiles, AreNotMadeAgainInVain) {
  policy_.wishes = {{2, 1}};
  EXPECT_EQ(run(chain(3), 2, {{0, false, 30}}),
            (Expected{"0 0 0 10 completed", "1 0 10 20 completed", "2 1 22.5 32.5 completed"}));
}

// The failure at 11 s is known at 16 s. Task 1 waits on resource 1 until then, in vain; it would have ended
// at 22.5 s. From 16 s on task 0 runs there again.
TEST_F(LostFiles, AreKnownToBeLostLater) {
  detection_delay_ = 5;
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(chain(2), 2, {{0, false, 11}}),
            (Expected{"0 0 0 10 completed", "0 1 16 26 recomputed", "1 1 26 36 completed"}));
}

// Resource 0 fails at 9 s, and task 0 would have ended at 10 s: it is lost, and runs again. Nothing was made.
TEST_F(LostFiles, AreNotThoseOfATaskThatHasNotEnded) {
  EXPECT_EQ(run(chain(2), 2, {{0, false, 9}}),
            (Expected{"0 0 0 9 lost", "0 1 9 19 completed", "1 1 19 29 completed"}));
}

// 0, 1 and 2 run on resource 0 until 30 s, where all files are. Task 3 begins to fetch that of 2 for resource
// 1 when resource 0 fails, at 30 s. So 2 must run again, for which 1, for which 0: on resource 1, from 30 s
// on, one behind the other.
TEST_F(LostFiles, AreMadeAgainFromTheirAncestorsOn) {
  policy_.wishes = {{3, 1}};
  EXPECT_EQ(
      run(chain(4), 2, {{0, false, 30}}),
      (Expected{"0 0 0 10 completed", "1 0 10 20 completed", "2 0 20 30 completed", "0 1 30 40 recomputed",
                "1 1 40 50 recomputed", "2 1 50 60 recomputed", "3 1 60 70 completed"}));
}

// Two deep, and not three: the file of 0 is on resource 1 as well, since 1 ran there from 12.5 to 22.5 s. 2
// fetches its file on resource 2 until 25 s, when 1 and 2 are given up: resource 1 fails at 24 s. So 1 runs
// again. It fetches the file of 0 from resource 0, for resource 2 until 26.5 s.
TEST_F(LostFiles, AreMadeAgainFromWhatIsLeft) {
  policy_.wishes = {{1, 1}, {1, 2}, {2, 2}, {2, 2}};
  EXPECT_EQ(run(chain(3), 3, {{1, false, 24}}),
            (Expected{"0 0 0 10 completed", "1 1 12.5 22.5 completed", "1 2 26.5 36.5 recomputed",
                      "2 2 36.5 46.5 completed"}));
}

// The diamond: 0 ends at 10 s on resource 0. 1 runs on it until 30 s, and 2 on resource 1, which has the file
// of 0 since 12.5 s. Resource 0 fails at 15 s, with the file of 0 and task 1. But 1 fetches the file of 0
// from resource 1, for resource 2, until 17.5 s, and ends at 37.5 s. 2 ends at 42.5 s. 3 on resource 1
// fetches the file of 1 until 45 s. So 0 runs once.
TEST_F(LostFiles, AreFetchedFromACopyThatSurvives) {
  policy_.wishes = {{1, 0}, {1, 2}, {2, 1}, {3, 1}};
  EXPECT_EQ(run(diamond(), 3, {{0, false, 15}}),
            (Expected{"0 0 0 10 completed", "1 0 10 15 lost", "1 2 17.5 37.5 completed",
                      "2 1 12.5 42.5 completed", "3 1 45 55 completed"}));
}

// Resource 1 fails, too, at 16 s: no copy of the file of 0 is left. 0 runs again on resource 2 from 16 to 26
// s. 1 and 2 wait for it; at 26 s 1 gets resource 2, and 2 follows at 46 s, 3 at 76 s.
TEST_F(LostFiles, AreLostWithTheLastCopy) {
  policy_.wishes = {{1, 0}, {1, 2}, {2, 1}};
  EXPECT_EQ(run(diamond(), 3, {{0, false, 15}, {1, false, 16}}),
            (Expected{"0 0 0 10 completed", "1 0 10 15 lost", "2 1 12.5 16 lost", "0 2 16 26 recomputed",
                      "1 2 26 46 completed", "2 2 46 76 completed", "3 2 76 86 completed"}));
}

// 0 runs again on resource 1, which fails at 15 s, and again on resource 2.
TEST_F(LostFiles, AreMadeAgainOnceMore) {
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(
      run(chain(2), 3, {{0, false, 11}, {1, false, 15}}),
      (Expected{"0 0 0 10 completed", "0 1 11 15 lost", "0 2 15 25 recomputed", "1 2 25 35 completed"}));
}

// 1 runs on resource 1 from 12.5 s on, and has the file of 0, which resource 0 loses at 14 s. It is back at
// 15 s, without the file. Resource 1 fails at 16 s: 0 runs again, on resource 0.
TEST_F(LostFiles, AreGoneAlsoWhenTheResourceReturns) {
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(
      run(chain(2), 2, {{0, false, 14}, {0, true, 15}, {1, false, 16}}),
      (Expected{"0 0 0 10 completed", "1 1 12.5 16 lost", "0 0 16 26 recomputed", "1 0 26 36 completed"}));
}

// On a disk the file of 0 is there again at 14 s. 1 waits until then, and begins on resource 0.
TEST_F(LostFiles, MayBeThereAgain) {
  rule_ = broker::LostFiles::survive;
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(chain(2), 2, {{0, false, 11}, {0, true, 14}}),
            (Expected{"0 0 0 10 completed", "1 0 14 24 completed"}));
}

// A resource that does not return has them for good.
TEST_F(LostFiles, MayBeWaitedForForever) {
  rule_ = broker::LostFiles::survive;
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(chain(2), 2, {{0, false, 11}}), (Expected{"0 0 0 10 completed", "blocked, 1 held"}));
}

// Resource 1 has the file of 0, too, since 12.5 s, and survives resource 0; 1 runs there. When it fails at 14
// s, 1 waits. Resource 0 is back at 15 s, where 1 runs on.
TEST_F(LostFiles, MayBeThereAgainOnTheFirstResourceThatReturns) {
  rule_ = broker::LostFiles::survive;
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(chain(2), 2, {{0, false, 13}, {1, false, 14}, {0, true, 15}, {1, true, 17}}),
            (Expected{"0 0 0 10 completed", "1 1 12.5 14 lost", "1 0 15 25 completed"}));
}

// Resource 0 fails at 10 s, when 0 has ended. A file of 0 B is a precedence: it cannot be lost.
TEST_F(LostFiles, AreNotPrecedences) {
  Job job = chain(2);
  auto details = std::make_shared<DagDetails>(*job.details);
  details->files[0].size = 0;
  job.details = details;
  policy_.wishes = {{1, 1}};
  EXPECT_EQ(run(job, 2, {{0, false, 10}}), (Expected{"0 0 0 10 completed", "1 1 10 20 completed"}));
}

// A file of two makers: 0 on resource 0 and 1 on resource 1 make parts of it until 10 s, and 2 reads both on
// resource 2. Resource 1 fails at 11 s: 1 alone runs again, on resource 2 until 21 s. Then 2 needs the part
// of 0, until 23.5 s.
TEST_F(LostFiles, AreMadeAgainByOneOfTheirMakers) {
  Job job = job_of(0, {task_of(10), task_of(10), task_of(10)});
  job.precedences = {{0, 2}, {1, 2}};
  auto details = std::make_shared<DagDetails>();
  details->names.resize(3);
  details->files = {{2, {0, 1}, {2}}};
  job.details = details;
  policy_.wishes = {{1, 1}, {1, 2}, {2, 2}, {2, 2}};
  EXPECT_EQ(run(job, 3, {{1, false, 11}}), (Expected{"0 0 0 10 completed", "1 1 0 10 completed",
                                                     "1 2 11 21 recomputed", "2 2 23.5 33.5 completed"}));
}

// No recursion: the last of 10⁵ tasks needs all of them again.
TEST_F(LostFiles, AreMadeAgainHoweverDeep) {
  constexpr int tasks = 100'000;
  policy_.wishes = {{tasks - 1, 1}};
  const auto lines = run(chain(tasks), 2, {{0, false, 10.0 * (tasks - 1)}});
  EXPECT_EQ(lines.size(), 2 * tasks - 1);
  EXPECT_EQ(lines.back(), std::to_string(tasks - 1) + " 1 1999980 1999990 completed");
}

} // namespace lost_files_test
} // namespace malha::testing
