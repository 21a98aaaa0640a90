// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/checked_plan.hpp"
#include "policies/sdk/job.hpp"
#include "policies/workflow/planning.hpp"

#include <memory>
#include <vector>

namespace malha::easygrid::dag {

/// Another task, and the bytes of the files that go from the one to the other.
struct Relative {
  TaskId task;
  Bytes data;
};

/// What all managers of an application know without a message, because an EasyGrid application carries its
/// own managers: its tasks with their precedences and files, and the plan that was made before they were
/// submitted. A bag of tasks is a job without precedences. Hosts have the numbers of their host managers.
class Application {
public:
  /// `speeds` and `sites` are by host. `network` estimates transfers between hosts.
  Application(std::vector<FlopsPerSecond> speeds, std::vector<int> sites, workflow::Network network)
      : speeds_(std::move(speeds)), sites_(std::move(sites)), network_(std::move(network)) {}

  /// Plans a job around the jobs that came before, and adds it. The ids of its tasks follow those of these.
  /// Throws BrokenPlan if the planner has no plan, or one that breaks a rule.
  void add(Job job, workflow::Planner& planner, Seconds now);

  int hosts() const { return static_cast<int>(speeds_.size()); }
  FlopsPerSecond speed(int host) const { return speeds_[static_cast<std::size_t>(host)]; }
  int site(int host) const { return sites_[static_cast<std::size_t>(host)]; }
  const workflow::Network& network() const { return network_; }

  const Task& task(TaskId id) const;
  std::vector<Relative> parents(TaskId id) const;
  std::vector<Relative> children(TaskId id) const;
  int level(TaskId id) const;
  /// Where and when the initial plan runs the task.
  const workflow::Placement& planned(TaskId id) const;
  int planned_site(TaskId id) const { return site(planned(id).resource); }
  /// Whether the first task is before the second in the order of planned starts, in which a task is behind
  /// those for which it waits. This order never changes.
  bool comes_before(TaskId a, TaskId b) const;

  /// Bytes of the files that the task makes and some of the readers read; each file counts once.
  Bytes made_for(TaskId maker, const std::vector<TaskId>& readers) const;
  /// Bytes that the task takes along when it moves: the inputs that no task makes, and those from `has`.
  Bytes carried(TaskId id, const std::vector<TaskId>& has) const;

private:
  struct Part {
    std::shared_ptr<const Job> job;
    workflow::Graph graph;
    std::vector<workflow::Placement> plan;
    std::vector<int> line;              ///< by task: its place in the order of planned starts
    std::vector<std::vector<int>> made; ///< files, by the task that makes them
    std::vector<Bytes> external;        ///< inputs that no task makes, by task
  };

  const Part& part(TaskId id) const;
  static int number(const Part& part, TaskId id) { return static_cast<int>(id - part.job->tasks.front().id); }
  static void put_in_line(Part& part);
  static void place_files(Part& part);
  std::vector<Relative> relatives(TaskId id, workflow::Graph::Links links) const;

  const std::vector<FlopsPerSecond> speeds_;
  const std::vector<int> sites_;
  const workflow::Network network_;
  std::vector<Part> parts_; ///< by their first task
};

} // namespace malha::easygrid::dag
