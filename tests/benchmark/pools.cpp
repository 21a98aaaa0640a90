// SPDX-License-Identifier: MIT
// Usage: malha_pools_benchmark [ROUNDS [MACHINES [TASKS]]]
// Pools of owned machines. First the dates at which half of the machines change hands, in the model of the
// pool without SimGrid: each policy, and all that happens at that date, checks included; medians of ROUNDS
// (5) such pools. Then a run of TASKS (1000000) of 100 users on MACHINES (10000), with metrics and without
// rows. Times are of the processor.
#include "actors/ownership/model/measures.hpp"
#include "actors/ownership/model/model.hpp"
#include "child.hpp"
#include "grid_run.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <cstdio>

namespace malha::overhead {
namespace {

using namespace ownership;

std::string name_of(std::int64_t user) { return "user-" + std::to_string(user + 1); }

/// Users own as many machines each. The first half of them submit a task for every machine of the pool at 0,
/// the others as many tasks as they own machines at 25.
class TwoWaves : public Arrivals {
public:
  TwoWaves(std::int64_t machines, std::int64_t users) : machines_(machines), users_(users) {}

  Seconds next() override { return !more() ? never : user_ < users_ / 2 ? 0 : 25; }
  bool more() override { return user_ < users_; }
  Job take() override {
    Job job;
    job.id = user_;
    job.submitted = next();
    job.user = name_of(user_);
    const auto tasks = machines_ / users_ * (user_ < users_ / 2 ? 2 : 1);
    for (std::int64_t i = 0; i < tasks; ++i) {
      auto& task = job.tasks.emplace_back();
      task.id = tasks_++;
      task.job = job.id;
      task.submitted = job.submitted;
      task.work = 1e12;
    }
    ++user_;
    return job;
  }

private:
  const std::int64_t machines_, users_;
  std::int64_t user_ = 0;
  TaskId tasks_ = 0;
};

/// Times of one date, in ms.
struct Answered {
  double policy = 0, in_all = 0;
  std::int64_t tasks = 0; ///< that stopped or started there
};

double milliseconds_since(double began) { return 1e3 * (processor_seconds() - began); }

/// Asks the shipped policies, and keeps how long they took.
class Pool : private Preempt, private Negotiate, private Listener {
public:
  Pool(std::int64_t machines, std::int64_t users)
      : preemption_(test::make<Preempt>("ownership/osep")),
        negotiation_(test::make<Negotiate>("ownership/owner_share")), arrivals_(machines, users),
        machines_(machines_of(machines, users)), measures_(machines_),
        model_(machines_, std::vector<const SpeedProfile*>(machines_.size()), *this, *this, arrivals_, {}) {
    model_.add(*this);
    model_.add(measures_);
  }

  /// At the first decision that stops tasks, and at the negotiation that gives their machines away.
  std::pair<Answered, Answered> run() {
    const auto stops = first_with_stops();
    return {stops, at(model_.next())};
  }

private:
  static std::vector<PoolMachine> machines_of(std::int64_t machines, std::int64_t users) {
    std::vector<PoolMachine> all;
    for (std::int64_t machine = 0; machine < machines; ++machine)
      all.push_back({1e9, name_of(machine * users / machines)});
    return all;
  }

  Answered first_with_stops() {
    for (stopped_ = 0;;)
      if (const auto answered = at(model_.next()); stopped_ > 0)
        return answered;
  }

  Answered at(Seconds date) {
    answered_ = {};
    const double began = processor_seconds();
    model_.round(date);
    answered_.in_all = milliseconds_since(began);
    return answered_;
  }

  PreemptionDecision preempt(const PoolView& view) override {
    const double began = processor_seconds();
    auto decision = preemption_->preempt(view);
    answered_.policy = milliseconds_since(began);
    answered_.tasks = static_cast<std::int64_t>(decision.stops.size());
    stopped_ = answered_.tasks;
    return decision;
  }
  std::vector<Start> negotiate(const PoolView& view) override {
    const double began = processor_seconds();
    auto starts = negotiation_->negotiate(view);
    answered_.policy = milliseconds_since(began);
    answered_.tasks = static_cast<std::int64_t>(starts.size());
    return starts;
  }

  const std::unique_ptr<Preempt> preemption_;
  const std::unique_ptr<Negotiate> negotiation_;
  TwoWaves arrivals_;
  const std::vector<PoolMachine> machines_;
  Measures measures_;
  Model model_;
  Answered answered_;
  std::int64_t stopped_ = 0;
};

void print(const char* what, const std::vector<Answered>& rounds, std::int64_t users) {
  std::vector<double> policy, in_all;
  for (const auto& one : rounds) {
    policy.push_back(one.policy);
    in_all.push_back(one.in_all);
  }
  std::printf("%-32s %6lld %8lld %10.2f %10.2f\n", what, static_cast<long long>(users),
              static_cast<long long>(rounds.front().tasks), median(policy), median(in_all));
  std::fflush(stdout);
}

void change_of_hands(int rounds, std::int64_t machines) {
  std::printf("%-32s %6s %8s %10s %10s\n", "ms a date, medians", "users", "tasks", "policy", "in all");
  for (const std::int64_t users : {2, 100}) {
    std::vector<Answered> decisions, negotiations;
    for (int round = 0; round < rounds; ++round) {
      const auto [decision, negotiation] = Pool(machines, users).run();
      decisions.push_back(decision);
      negotiations.push_back(negotiation);
    }
    print("ownership/osep stops", decisions, users);
    print("ownership/owner_share starts", negotiations, users);
  }
}

/// As many tasks of each user, of 200 to 1190 s, who come 40 s apart.
SimulationPlan largest(const Library& library, const std::string& deployment, std::int64_t machines,
                       std::int64_t tasks) {
  constexpr std::int64_t users = 100;
  std::string owned, bags, dates, lengths;
  for (std::int64_t user = 0; user < users; ++user) {
    const std::string comma = user == 0 ? "" : ",";
    owned += comma + std::to_string(machines / users);
    bags += comma + std::to_string(tasks / users);
    dates += comma + std::to_string(40 * user);
    lengths += (user == 0 ? "" : "/") + std::to_string(200 + 10 * user);
  }
  return library.plan({"owned_pool",
                       deployment,
                       "user_bags",
                       {{"platform.machines", owned},
                        {"workload.tasks", bags},
                        {"workload.dates", dates},
                        {"workload.lengths", lengths},
                        {"transport", "instant"}},
                       0,
                       {}});
}

void run(int rounds, std::int64_t machines, std::int64_t tasks) {
  change_of_hands(rounds, machines);
  std::printf("\n");
  print_header("100 users, instant transport");
  const Library library({});
  for (const auto* deployment : {"ownership.osep", "ownership.fair_share", "broker.workqueue"})
    print_line(deployment, machines, largest(library, deployment, machines, tasks));
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  const std::int64_t machines = argc > 2 ? std::atoll(argv[2]) : 10'000;
  const std::int64_t tasks = argc > 3 ? std::atoll(argv[3]) : 1'000'000;
  if (argc > 4 || rounds < 1 || machines < 100 || tasks < 100) {
    std::fprintf(stderr, "usage: %s [ROUNDS [MACHINES [TASKS]]]; at least 100 of both\n", argv[0]);
    return 2;
  }
  try {
    malha::overhead::run(rounds, machines, tasks);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
