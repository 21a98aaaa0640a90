// SPDX-License-Identifier: MIT
#include "results/measures/dag_figures.hpp"
#include "results/measures/metrics.hpp"

#include <gtest/gtest.h>

#include <map>

namespace malha::testing {
namespace dag_figures_test {

using Precedences = std::vector<std::pair<TaskId, TaskId>>;

/// Its tasks have ids from `first` on.
Job dag(JobId id, TaskId first, const std::vector<Flops>& works, Precedences precedences,
        Seconds submitted = 0) {
  Job job;
  job.id = id;
  job.submitted = submitted;
  for (const auto work : works) {
    Task task;
    task.id = first + static_cast<TaskId>(job.tasks.size());
    task.job = id;
    task.submitted = submitted;
    task.work = work;
    job.tasks.push_back(task);
  }
  for (auto& [before, after] : precedences) {
    before += first;
    after += first;
  }
  job.precedences = std::move(precedences);
  return job;
}

/// The tasks of the job end one second after the other, the last at that date.
void end_all(const Job& job, Seconds last, ScheduleMetrics& metrics,
             FinalState state_of_first = FinalState::completed) {
  for (std::size_t i = 0; i < job.tasks.size(); ++i) {
    JobRow row;
    row.task = job.tasks[i];
    row.finish = last - static_cast<double>(job.tasks.size() - 1 - i);
    row.state = i == 0 ? state_of_first : FinalState::completed;
    metrics.add(row);
  }
}

using Figures = std::map<std::string, double>;

/// Of the metrics those of DAGs.
Figures figures_in(const ScheduleMetrics& metrics) {
  Figures figures;
  for (const auto& metric : metrics.values(1e6))
    if (metric.name == "mean_slr" || metric.name == "mean_speedup" || metric.name == "mean_efficiency")
      figures[metric.name] = metric.value;
  return figures;
}

ScheduleMetrics two_resources() {
  ScheduleMetrics metrics;
  metrics.resource(1);
  metrics.resource(2);
  return metrics;
}

/// 4 and then 6 flop, beside 8 flop.
Job branch(JobId id, TaskId first, Seconds submitted = 0) {
  return dag(id, first, {4, 6, 8}, {{0, 1}}, submitted);
}

// The example of topcuoglu2002. The least run times are 9, 13, 11, 8, 10, 9, 7, 5, 12 and 7 s; their longest
// way is n1, n2, n9, n10: 9 + 13 + 12 + 7 = 41. The hosts need 127, 130 and 143 s for all tasks. HEFT ends at
// 80 s: SLR 80/41 = 1.9512, speedup 127/80 = 1.5875, efficiency a third of it, 0.5292.
TEST(DagFigures, OfTheClassicExample) {
  Job job = dag(7, 0, std::vector<Flops>(10, 1),
                {{0, 1},
                 {0, 2},
                 {0, 3},
                 {0, 4},
                 {0, 5},
                 {1, 7},
                 {1, 8},
                 {2, 6},
                 {3, 7},
                 {3, 8},
                 {4, 8},
                 {5, 7},
                 {6, 9},
                 {7, 9},
                 {8, 9}});
  auto details = std::make_shared<DagDetails>();
  details->names.resize(10);
  details->run_times = {14, 16, 9, 13, 19, 18, 11, 13, 19, 13, 8,  17, 12, 13, 10,
                        13, 16, 9, 7,  15, 11, 5,  11, 14, 18, 12, 20, 21, 7,  16};
  job.details = details;
  ScheduleMetrics metrics;
  for (int resource = 0; resource < 3; ++resource)
    metrics.resource(1e9);
  metrics.submitted_dag(job);
  end_all(job, 80, metrics);
  const auto figures = figures_in(metrics);
  EXPECT_DOUBLE_EQ(figures.at("mean_slr"), 80.0 / 41);
  EXPECT_DOUBLE_EQ(figures.at("mean_speedup"), 1.5875);
  EXPECT_DOUBLE_EQ(figures.at("mean_efficiency"), 1.5875 / 3);
}

// At 2 flop/s: the chain takes 2 + 3 s, the other task 4 s, all together 9 s. Submitted at 10, ended at 18:
// SLR 8/5, speedup 9/8, efficiency half of it.
TEST(DagFigures, FollowFromTheFastestResource) {
  auto metrics = two_resources();
  const Job job = branch(0, 0, 10);
  metrics.submitted_dag(job);
  end_all(job, 18, metrics);
  EXPECT_EQ(figures_in(metrics),
            (Figures{{"mean_slr", 1.6}, {"mean_speedup", 1.125}, {"mean_efficiency", 0.5625}}));
}

// The second DAG ends 16 s after its submission at 20: SLR 16/5 and speedup 9/16. Means: (1.6 + 3.2) / 2 and
// (1.125 + 0.5625) / 2. Two of which tasks did not complete or never ran, one that did not end, and a bag
// change nothing.
TEST(DagFigures, AreMeansOverTheDagsThatCompleted) {
  auto metrics = two_resources();
  const Job first = branch(0, 0), second = branch(1, 3, 20), killed = branch(2, 6), lost = branch(3, 9),
            open = branch(4, 12), bag = dag(5, 15, {1, 1}, {});
  for (const auto* job : {&first, &second, &killed, &lost, &open})
    metrics.submitted_dag(*job);
  end_all(bag, 70, metrics);
  end_all(second, 36, metrics);
  end_all(killed, 20, metrics, FinalState::walltime_reached);
  end_all(lost, 20, metrics, FinalState::dependency_never_satisfied);
  end_all(first, 8, metrics);
  const auto figures = figures_in(metrics);
  EXPECT_DOUBLE_EQ(figures.at("mean_slr"), 2.4);
  EXPECT_DOUBLE_EQ(figures.at("mean_speedup"), 0.84375);
  EXPECT_DOUBLE_EQ(figures.at("mean_efficiency"), 0.421875);
}

TEST(DagFigures, LeaveOutWhatWasSubmittedWhileWarmingUp) {
  auto metrics = two_resources();
  metrics.count_only(5, 100);
  const Job early = branch(0, 0), counted = branch(1, 3, 10);
  metrics.submitted_dag(early);
  metrics.submitted_dag(counted);
  end_all(early, 100, metrics);
  end_all(counted, 18, metrics);
  EXPECT_EQ(figures_in(metrics).at("mean_slr"), 1.6);
}

// Bags have none, nor have tasks that take no time, whose transfers took 3 s; nor tasks that wait for each
// other, which never run.
TEST(DagFigures, AreMissingWhereThereIsNothingToCompareWith) {
  auto metrics = two_resources();
  const Job empty = dag(0, 0, {0, 0}, {{0, 1}}), bag = dag(1, 2, {1, 1}, {}),
            circle = dag(2, 4, {1, 1}, {{0, 1}, {1, 0}});
  metrics.submitted_dag(empty);
  metrics.submitted_dag(circle);
  end_all(empty, 3, metrics);
  end_all(bag, 5, metrics);
  EXPECT_EQ(figures_in(metrics), Figures{});
}

/// The tasks of the job run in these times.
void run_all(const Job& job, const std::vector<std::pair<Seconds, Seconds>>& times,
             ScheduleMetrics& metrics) {
  for (std::size_t i = 0; i < job.tasks.size(); ++i) {
    JobRow row;
    row.task = job.tasks[i];
    row.start = times[i].first;
    row.finish = times[i].second;
    metrics.add(row);
  }
}

std::optional<double> critical_path_in(const ScheduleMetrics& metrics) {
  for (const auto& metric : metrics.values(1e6))
    if (metric.name == "mean_critical_path")
      return metric.value;
  return std::nullopt;
}

// 3 ended last. Its parent 1 ended at 30, after 2; before it is 0. They ran 10 + 20 + 5 s of the 40 s: the
// path waited 5 s for something else.
TEST(CriticalPath, GoesBackFromTheLastEndThroughTheLastParents) {
  auto metrics = two_resources();
  const Job job = dag(0, 0, {1, 1, 1, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  metrics.submitted_dag(job);
  run_all(job, {{0, 10}, {10, 30}, {12, 29}, {35, 40}}, metrics);
  EXPECT_EQ(critical_path_in(metrics), 35);
}

// 1 and 2 end at once: 1 is on the path, and not 2, with which it would have 10 + 5 + 5 s.
TEST(CriticalPath, HasTheFirstOfEqualEnds) {
  auto metrics = two_resources();
  const Job job = dag(0, 7, {1, 1, 1, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  metrics.submitted_dag(job);
  run_all(job, {{0, 10}, {10, 30}, {25, 30}, {35, 40}}, metrics);
  EXPECT_EQ(critical_path_in(metrics), 35);
}

// 35 s, and of a chain whose second task takes no time 4 + 0 s: 19.5 s in the mean. A task of the third DAG
// was killed. A bag has no path.
TEST(CriticalPath, IsAMeanOverTheDagsThatCompleted) {
  auto metrics = two_resources();
  const Job diamond = dag(0, 0, {1, 1, 1, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}),
            chain = dag(1, 4, {0, 0}, {{0, 1}}), killed = branch(2, 6), bag = dag(3, 9, {1}, {});
  EXPECT_EQ(critical_path_in(metrics), std::nullopt);
  for (const auto* job : {&diamond, &chain, &killed})
    metrics.submitted_dag(*job);
  end_all(killed, 20, metrics, FinalState::walltime_reached);
  run_all(bag, {{0, 100}}, metrics);
  EXPECT_EQ(critical_path_in(metrics), std::nullopt);
  run_all(diamond, {{0, 10}, {10, 30}, {25, 30}, {35, 40}}, metrics);
  run_all(chain, {{0, 4}, {6, 6}}, metrics);
  EXPECT_EQ(critical_path_in(metrics), 19.5);
}

} // namespace dag_figures_test
} // namespace malha::testing
