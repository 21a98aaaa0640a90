// SPDX-License-Identifier: MIT
// First come, first served on nodes that jobs share, under a social contract (M-CISNE's local scheduler,
// section 2.5.2). A node may take a task of a job when it has a free slot (at most MPL tasks) and enough
// memory is left of what tasks may use. A job gets the most available of these nodes: fewest tasks, then no
// local user, then most free memory, then the lowest number; the thesis names no key. All its nodes are of
// one site: of those with enough nodes the one with the fewest tasks a node. The first job that finds too few
// holds back the rest; under pass=fpfs (first processor, first served) later jobs may pass it.
#include "contract_nodes.hpp"

namespace malha::cluster {
namespace {

class ContractFcfs : public Queue {
public:
  explicit ContractFcfs(const Parameters& parameters) : may_pass_(parameters.text("pass") == "fpfs") {}

  bool places_tasks() const override { return true; }
  bool plans_ahead() const override { return false; }
  bool takes_predictions() const override { return false; }

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    ContractNodes nodes(view);
    drop_what_no_site_holds(draft, nodes);
    bool one_waits = false;
    for (const auto& job : view.queue) {
      if (draft.is_dropped(job))
        continue;
      if (one_waits && !may_pass_)
        break;
      if (auto on = nodes.place(job); on.empty()) {
        draft.hold(job, why_no_nodes(job, nodes));
        one_waits = true;
      } else {
        nodes.take({never, memory_of(job), on});
        draft.start_on(job, std::move(on));
        draft.say(job, one_waits ? "fits" : "head");
      }
    }
    draft.hold_others([](const QueuedJob&) { return "behind_head"; });
    return draft.finish();
  }

private:
  const bool may_pass_;
};

} // namespace

MALHA_POLICY(policy<ContractFcfs>(
    "cluster/contract_fcfs",
    "first come first served on shared nodes, the most available ones that the social contract leaves",
    "M-CISNE, section 2.5.2",
    {choice(
        "pass", "fcfs", {"fcfs", "fpfs"},
        "whether the first job that finds too few nodes holds back the rest (fcfs), or they may pass it")}))

} // namespace malha::cluster
