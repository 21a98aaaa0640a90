// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/book.hpp"
#include "policies/multicluster/application.hpp"
#include "queue_asking.hpp"

namespace malha::test {

using Texts = std::vector<std::string>;

/// Nodes under a queue policy that several jobs share, date by date: decisions are carried out by the book,
/// which holds them to the contract. Jobs are numbered in the order of their submission.
class ContractAsking {
public:
  /// Each node has so many slots.
  ContractAsking(const std::string& policy, const std::map<std::string, std::string>& parameters, int slots,
                 const std::vector<cluster::SharedMachine>& nodes)
      : name_(policy), parameters_(parameters), policy_(make<cluster::Queue>(policy, parameters)),
        book_({cluster::Machines(
                   std::vector<FlopsPerSecond>(nodes.size() * static_cast<std::size_t>(slots), 1e9),
                   machines_of(nodes.size(), slots)),
               cluster::SharedMachines(slots, nodes)}) {}

  Seconds now = 0;

  /// A job of so many tasks, each of that memory.
  void submit(int tasks, Seconds walltime = never, Bytes memory = 0) {
    Job job;
    job.id = static_cast<JobId>(jobs_);
    if (walltime < never)
      job.walltime = walltime;
    multicluster::Application application;
    application.memory = memory;
    job.extensions.set(application);
    Task task;
    task.id = jobs_++;
    task.submitted = now;
    task.resources = tasks;
    job.tasks.push_back(task);
    book_.admit(job, task);
  }
  void end(TaskId job) {
    for (const auto& release : book_.view(now, false).running)
      if (release.id == job) {
        book_.end(release.handle);
        return;
      }
    throw std::logic_error("job " + std::to_string(job) + " does not run");
  }
  /// By node: what tasks must leave to its local user; nothing: nobody is there.
  void users(const std::vector<std::optional<Bytes>>& users) { book_.set_local_users(users); }
  /// Another instance of the policy decides from now on.
  void change_policy() { policy_ = make<cluster::Queue>(name_, parameters_); }

  /// Asks, and carries the decision out. Starts are "job: node node …", drops "job dropped".
  Texts starts() {
    Texts texts;
    const auto decision = decide();
    for (const auto handle : decision.drop)
      texts.push_back(std::to_string(book_.drop(handle).task.id) + " dropped");
    for (const auto& start : decision.start) {
      texts.push_back(std::to_string(book_.start(start, now).task.id) + ":");
      for (const int node : start.machines)
        texts.back() += ' ' + std::to_string(node);
    }
    return texts;
  }
  /// "job code date" of each reason; nothing is carried out.
  Texts reasons() {
    auto decision = decide();
    for (auto& reason : decision.reasons)
      reason.job = static_cast<cluster::JobHandle>(book_[reason.job].task.id);
    return QueueAsking::reasons(decision);
  }

private:
  static std::vector<cluster::NamedMachine> machines_of(std::size_t nodes, int slots) {
    std::vector<cluster::NamedMachine> machines;
    for (std::size_t node = 0; node < nodes; ++node)
      machines.push_back({"node-" + std::to_string(node), {static_cast<int>(node) * slots, slots}});
    return machines;
  }

  cluster::Decision decide() {
    auto decision = policy_->decide(book_.view(now, true));
    book_.clear_changes();
    return decision;
  }

  const std::string name_;
  const std::map<std::string, std::string> parameters_;
  std::unique_ptr<cluster::Queue> policy_;
  cluster::Book book_;
  TaskId jobs_ = 0;
};

inline cluster::SharedMachine node(Bytes memory = cluster::unlimited, const std::string& site = "") {
  cluster::SharedMachine made;
  made.site = site;
  made.memory = memory;
  return made;
}
inline cluster::SharedMachine node_of(const std::string& site) { return node(cluster::unlimited, site); }
/// So many nodes of that memory, of one site.
inline std::vector<cluster::SharedMachine> nodes(std::size_t number, Bytes memory = cluster::unlimited) {
  return std::vector<cluster::SharedMachine>(number, node(memory));
}

} // namespace malha::test
