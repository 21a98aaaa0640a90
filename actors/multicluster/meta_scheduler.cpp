// SPDX-License-Identifier: MIT
#include "actors/runtime/job_intake.hpp"
#include "meta_journal.hpp"
#include "reach.hpp"

namespace malha::multicluster {
namespace {

namespace s4u = simgrid::s4u;

/// Throws InputError unless each site has one gateway and one scheduler.
void check_sites(const Stage& simulation) {
  std::map<std::string, std::map<std::string, int>> actors_of_site;
  for (const char* actor : {"multicluster/gateway", "cluster/scheduler"})
    for (const auto& peer : simulation.peers(actor))
      ++actors_of_site[peer.parameters.text("site")][actor];
  if (simulation.peers("multicluster/gateway").empty())
    throw InputError("there is no multicluster/gateway");
  for (auto& [site, number] : actors_of_site)
    for (const char* actor : {"multicluster/gateway", "cluster/scheduler"})
      if (number[actor] != 1)
        throw InputError("site '" + site + "' has " + std::to_string(number[actor]) + " actors '" + actor +
                         "'; valid: one");
}

/// The upper level of M-CISNE (MetaLoRaS): jobs enter here, and go to the clusters below. `MetaModel` is what
/// it does; the actor waits, carries messages and records.
class MetaScheduler : public Actor, private UpperQueue, private Selection {
public:
  explicit MetaScheduler(ActorContext& context);

  void run() override;
  void measure(Seconds end) override;

private:
  using Below = Address<EntryMessage, std::variant<LastSubmission>>;

  std::optional<NextJob> next(const UpperQueueView& view) override {
    return queue_.ask([&](auto& policy) { return policy.next(view); });
  }
  Selected select(const SelectionView& view) override {
    return selection_.ask([&](auto& policy) { return policy.select(view); });
  }

  bool is_instant() const { return context_.simulation().transport() == Transport::instant; }
  void connect();
  void wait();
  void settle_date();
  void take_arrivals();
  void hear(const std::any& message);
  void pass();
  void note_queue();
  bool is_over() { return !intake_.more() && model_->idle(); }

  ActorContext& context_;
  JobIntake intake_;
  PolicyUse<UpperQueue> queue_;
  PolicyUse<Selection> selection_;
  MetaJournal journal_;
  std::unique_ptr<Reach> reach_;
  std::optional<MetaModel> model_;
  std::vector<int> cluster_of_; ///< by number of the scheduler
  std::vector<Below> schedulers_;
  Seconds date_ = 0; ///< as planned; the clock of the simulation may differ from it in the last digits
};

MetaScheduler::MetaScheduler(ActorContext& context)
    : context_(context), intake_(context, {[this](const Job& job) {
  model_->submit(job); },
                                           [this](const std::any& message) {
  hear(message); }}),
      queue_(context.policy<UpperQueue>("queue")), selection_(context.policy<Selection>("selection")),
      journal_(context.simulation().recorder(), GridTotals::of(context.simulation()),
               context.simulation().workload().name(), context.parameters().integer("learning", 0, between(0, 1'000'000'000), "jobs",
                        "the metrics of estimates leave out those that were used before so many jobs had ended"),
                real("status_window", 0, at_least(0), "s",
                     "how long the known states of clusters are good enough, under network transport")
} // namespace
)
        .asks({{"queue", UpperQueue::question}, {"selection", Selection::question}})
        .measures(MetaJournal::metrics())
        .runs({Shape::bag_of_tasks, Shape::rigid})
        .bears({{Burden::network},
                {Burden::inputs, {{"transport", "instant"}}},
                {Burden::bandwidth_profile},
                {Burden::external_load}}))

} // namespace malha::multicluster
