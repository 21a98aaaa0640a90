// SPDX-License-Identifier: MIT
// A queue policy that breaks the rule its parameter names.
#include "policies/cluster/queue.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

class MisbehavingQueue : public Queue {
public:
  explicit MisbehavingQueue(const Parameters& parameters) : does_(parameters.text("does")) {
    if (does_ == "refuse")
      throw std::invalid_argument("it does not like its parameters");
    if (does_ == "throw_when_made")
      throw 42;
  }

  Decision decide(const QueueView& view) override {
    if (does_ == "idle")
      return {};
    while (does_ == "hang")
      ++calls_;
    if (does_ == "throw")
      throw 42;
    return answer(view);
  }

  bool places_tasks() const override { return true; }

private:
  Decision answer(const QueueView& view) const {
    Decision decision;
    const JobHandle first = view.queue.empty() ? 0 : view.queue.front().handle;
    if (does_ == "start_all")
      for (const auto& job : view.queue)
        decision.start.push_back({job.handle});
    if (does_ == "start_all_on_one")
      for (const auto& job : view.queue)
        decision.start.push_back({job.handle, {}, {0}});
    if (does_ == "start_twice")
      decision.start = {{first}, {first}};
    if (does_ == "start_nobody")
      decision.start = {{12345}};
    if (does_ == "too_many_nodes")
      decision.start = {{first, IndexSet(0, 2)}};
    if (does_ == "unknown_nodes")
      decision.start = {{first, IndexSet(7, 1)}};
    if (does_ == "stop_waiting")
      decision.stop = {{first, false}};
    if (does_ == "explain_nobody")
      decision.reasons = {{12345, "because"}};
    if (does_ == "wake_now")
      decision.wake = view.now;
    return decision;
  }

  std::string does_;
  volatile int calls_ = 0;
};

} // namespace

MALHA_POLICY(policy<MisbehavingQueue>("misbehaving/queue", "breaks a rule", "",
                                      {choice("does", {},
                                              {"hang", "idle", "start_all", "start_all_on_one", "start_twice",
                                               "start_nobody", "too_many_nodes", "unknown_nodes",
                                               "stop_waiting", "explain_nobody", "wake_now", "refuse",
                                               "throw", "throw_when_made"},
                                              "what it does")}))

} // namespace malha::cluster
