// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/measures.hpp"
#include "actors/runtime/records/bag_journal.hpp"

namespace malha::ownership {

/// Writes the records of a pool: rows as of other bags of tasks, and the costs and debts of the pool.
class Journal : public Listener {
public:
  Journal(Recorder& recorder, const std::string& workload, const std::vector<PoolMachine>& machines,
          const ShareRules& rules)
      : recorder_(recorder), bags_(recorder, workload), measures_(machines, rules) {}

  static std::vector<MetricSpec> metrics() {
    auto all = BagJournal::metrics(
        {{"attempts_preempted", "count", "of those, for another user, with their work lost"},
         {"attempts_suspended", "count", "of those, for another user, with their work kept in an image"}});
    all.push_back({"attempts_given_up", "count", "of those, given up because the pool was down", true});
    all.push_back({"preemptions", "count", "tasks that received an order to stop", false, false, true});
    all.push_back({"policy_violation", "pct_s",
                   "capacity owed to users who came while others ran, until they first held it"});
    all.push_back(
        {"loss_of_capacity", "pct_s", "capacity of machines between a preemption and the next task"});
    all.push_back({"policy_cost", "pct_s", "capacity used beyond what the tasks needed"});
    all.push_back({"share_shortfall", "machine_s",
                   "machines, of the mean speed with share_unit=speed, below the lesser of share and demand, "
                   "over all the time",
                   false, true});
    return all;
  }

  void add_machine(const simgrid::s4u::Host& host, const std::string& owner) {
    bags_.add_resource(host, owner);
  }
  std::string unfinished() const { return bags_.unfinished(); }

  void submitted(const Job& job, int user) override {
    bags_.submitted(job);
    measures_.submitted(job, user);
    names_.emplace(user, job.user);
  }
  void started(const PoolRun& run) override { measures_.started(run); }
  void stopping(const PoolRun& run, Seconds date) override { measures_.stopping(run, date); }
  void cut_short(const PoolRun& run, Seconds end, Cut why, const KeptRun& kept) override {
    TaskAttempt attempt{run.machine, run.start, end};
    attempt.work = kept.work;
    bags_.cut_short(run.ready.task, attempt, text_of(why));
    measures_.cut_short(run, end, why, kept);
  }
  void ended(const PoolRun& run, Seconds end) override {
    TaskAttempt attempt{run.machine, run.start, end};
    attempt.work = computed_work(rest_of(run.ready));
    bags_.ended(run.ready.task, attempt);
    measures_.ended(run, end);
  }
  void down(int machine, Seconds date) override {
    bags_.down(machine, date);
    measures_.down(machine, date);
  }
  void up(int machine, Seconds date) override {
    bags_.up(machine, date);
    measures_.up(machine, date);
  }

  /// Completes the records. It is called once.
  void close() {
    bags_.close();
    recorder_.count("preemptions", static_cast<double>(measures_.preemptions()));
    recorder_.count("policy_violation", measures_.policy_violation());
    recorder_.count("loss_of_capacity", measures_.loss_of_capacity());
    recorder_.count("policy_cost", measures_.policy_cost());
    for (const auto& [user, name] : names_)
      if (!name.empty())
        recorder_.count("share_shortfall." + name, measures_.share_shortfall(user));
  }

private:
  Recorder& recorder_;
  BagJournal bags_;
  Measures measures_;
  std::map<int, std::string> names_; ///< of users with tasks
};

} // namespace malha::ownership
