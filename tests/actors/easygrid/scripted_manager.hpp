// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/numbers.hpp"
#include "tests/actors/support/scripted_run.hpp"

namespace malha::easygrid {

using Texts = std::vector<std::string>;

inline constexpr Flops gigaflop = 1e9;

inline std::vector<Task> tasks_of(const std::vector<double>& gigaflops) {
  std::vector<Task> tasks;
  for (const auto work : gigaflops)
    tasks.push_back(::malha::testing::task_of(work * gigaflop));
  return tasks;
}

inline Load load_of(double gigaflops, Seconds ert) { return {gigaflops * gigaflop, ert}; }

/// A message as text: "package 0 2", "request 0.6", "report of 1: 3 ended, cp=2 ert=0.5" (cp in Gflop/s), or
/// its kind.
inline std::string text_of(const std::string& what, const std::vector<Task>& tasks) {
  std::string text = what;
  for (const auto& task : tasks)
    text += " " + std::to_string(task.id);
  return text;
}
inline std::string text_of(const TaskPackage& package) { return text_of("package", package.tasks); }
inline std::string text_of(const Ack& ack) { return text_of("ack", ack.tasks); }
inline std::string text_of(const Request& request) { return "request " + shortest(request.fraction); }
inline std::string text_of(const SiteReport& report) {
  return "report of " + std::to_string(report.site) + ": " + std::to_string(report.ended) +
         " ended, cp=" + shortest(report.load.power / gigaflop) + " ert=" + shortest(report.load.ert);
}
template <class Other>
std::string text_of(const Other&) {
  return Other::kind;
}

/// A manager of the test that speaks with one real manager. It never computes: it has the tasks it was given
/// and says of them what the test wants. `Heard` is what it receives, `Told` what the other receives, `Said`
/// the kinds of that which it sends.
template <class Heard, class Told, class Said = Told>
class ScriptedManager {
public:
  ScriptedManager(ActorContext& context, const std::string& other)
      : context_(context), inbox_(context, Reception::permanent),
        other_(context, context.simulation().peers(other).front()) {
    inbox_.open();
  }

  void say(Said message) const { other_.send(std::move(message)); }
  /// The tasks it has, which it then has no more.
  std::vector<Task> hand_over() { return std::exchange(tasks_, {}); }
  /// Ends them.
  std::vector<Task> end_tasks() {
    for (const auto& task : tasks_)
      ::malha::testing::record_end(context_, task);
    return hand_over();
  }

  /// What comes before the date, each with its own: "2 request 0.6".
  void listen(Seconds date, Texts& heard) {
    while (date > ::malha::testing::now())
      if (const auto message = inbox_.receive_before(date)) {
        std::visit([this](const auto& kind) { this->keep(kind); }, *message);
        heard.push_back(shortest(::malha::testing::now()) + " " +
                        std::visit([](const auto& kind) { return text_of(kind); }, *message));
      }
  }

private:
  void keep(const TaskPackage& package) {
    tasks_.insert(tasks_.end(), package.tasks.begin(), package.tasks.end());
  }
  template <class Other>
  void keep(const Other&) {}

  ActorContext& context_;
  Inbox<Heard> inbox_;
  Address<Told, Said> other_;
  std::vector<Task> tasks_;
};

/// What a manager of a test does, and when.
template <class Manager>
struct Step {
  Seconds date;
  std::function<void(Manager&)> act;
};

template <class Manager>
void follow(const std::vector<Step<Manager>>& steps, Manager& manager, Texts& heard) {
  for (const auto& step : steps) {
    manager.listen(step.date, heard);
    step.act(manager);
  }
}

} // namespace malha::easygrid
