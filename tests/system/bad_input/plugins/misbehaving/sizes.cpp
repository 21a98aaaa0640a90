// SPDX-License-Identifier: MIT
// A queue policy that starts one job at a time on its preferred nodes, and breaks the rule about sizes of
// jobs that its parameter names as soon as one runs.
#include "policies/cluster/queue.hpp"

namespace malha::cluster {
namespace {

class MisbehavingSizes : public Queue {
public:
  explicit MisbehavingSizes(const Parameters& parameters) : does_(parameters.text("does")) {}

  Decision decide(const QueueView& view) override {
    Decision decision;
    if (view.running.empty() && !view.queue.empty())
      start(view.queue.front(), decision);
    else if (!view.running.empty())
      resize(view.running.front(), decision);
    return decision;
  }

  bool resizes() const override { return does_ != "resize_unsaid"; }

private:
  void start(const QueuedJob& job, Decision& decision) const {
    decision.start.push_back({job.handle});
    if (does_ == "start_too_large")
      decision.start.back().size = 100;
    if (does_ == "start_on_too_few")
      decision.start.back().nodes = IndexSet(0, 1);
  }

  void resize(const Release& job, Decision& decision) const {
    const int nodes = job.nodes->size();
    const auto to = [&](int size, const IndexSet& named = {}) {
      decision.resize.push_back({job.handle, size, named});
    };
    if (does_ == "resize" || does_ == "resize_unsaid")
      to(nodes + 1);
    if (does_ == "resize_too_large")
      to(100);
    if (does_ == "resize_too_small")
      to(0);
    if (does_ == "resize_twice") {
      to(nodes + 1);
      to(nodes);
    }
    if (does_ == "resize_nobody")
      decision.resize.push_back({12345, 1});
    if (does_ == "get_what_others_have")
      to(nodes + 1, IndexSet(0, 1));
    if (does_ == "get_other_numbers")
      to(nodes + 1, IndexSet(2, 2));
    if (does_ == "lose_what_it_has_not")
      to(nodes - 1, IndexSet(3, 1));
  }

  std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingSizes>("misbehaving/sizes", "breaks a rule about sizes", "",
                                      {choice("does", {},
                                              {"start_too_large", "start_on_too_few", "resize",
                                               "resize_unsaid", "resize_too_large", "resize_too_small",
                                               "resize_twice", "resize_nobody", "get_what_others_have",
                                               "get_other_numbers", "lose_what_it_has_not"},
                                              "what it does")}))

} // namespace malha::cluster
