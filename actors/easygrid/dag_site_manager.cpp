// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "dag/directory.hpp"
#include "dag/event_records.hpp"
#include "decisions.hpp"
#include "ending.hpp"
#include "sites.hpp"

namespace malha::easygrid::dag {
namespace {

/// Asks the policies of a site manager.
class CheckedSiteChoices : public SiteChoices {
public:
  explicit CheckedSiteChoices(ActorContext& context)
      : decisions_(context), pending_(context.policy<Pending>("pending")) {}

  std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                              const std::vector<Share>& shares) override {
    return decisions_.distribute(tasks, shares);
  }
  std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) override {
    return decisions_.rebalance(loads);
  }
  std::vector<Relocation> relocate(const PendingView& view) override {
    auto moves = pending_.ask([&](Pending& policy) { return policy.relocate(view); });
    if (const auto rule = broken_rule(view, moves); !rule.empty())
      pending_.broke(rule);
    return moves;
  }

private:
  const Decisions decisions_;
  const PolicyUse<Pending> pending_;
};

/// The site manager SM of an application with DAGs. `SiteScheduler` is its scheduler SDS; the actor waits,
/// sends and receives.
class SiteManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit SiteManager(ActorContext& context);
  void run() override;
  void measure(Seconds) override { iteration_.measure(); }

private:
  void take(const News& news);
  void take(const EndAck&) { ending_.child_ended(); }
  void take(const End&) { ended_ = true; }
  template <class Message>
  void take(const Message& message) {
    scheduler_.take(message);
  }
  void take(const FinishAnswer& answer) { scheduler_.take(answer, now()); }
  void act(SiteScheduler::Output output);
  static SiteRules rules_of(ActorContext& context);

  ActorContext& context_;
  Iteration iteration_;
  Inbox<SiteMessage> inbox_;
  CheckedSiteChoices choices_;
  Directory& directory_;
  const std::vector<int> numbers_; ///< of the hosts of the site
  SiteScheduler scheduler_;
  std::map<int, Address<HostMessage>> hosts_; ///< by number
  const Address<GridMessage> global_;
  EventRecords records_;
  Ending ending_;
  bool ended_ = false;
};

ActorDescriptor SiteManager::descriptor() {
  auto parameters = Iteration::parameters();
  parameters.insert(parameters.begin(), site_parameter());
  parameters.push_back(
      real("check_interval", 2, at_least(0), "s", "least time between two checks of ready tasks (I_sched)"));
  parameters.push_back(integer("levels_between", 1, between(1, 1e6), "count",
                               "waiting tasks are checked when the least topological level of the running "
                               "tasks has grown by so much"));
  parameters.push_back(Ending::parameter());
  auto metrics = Iteration::metrics();
  metrics.insert(
      metrics.begin(),
      {{"events_total", "count", "checks of ready tasks after which tasks were asked for"},
       {"events_accepted", "count", "those answered with tasks"},
       {"pending_events_total", "count", "checks of waiting tasks after which tasks were asked for"},
       {"pending_events_accepted", "count", "those answered with tasks"},
       {"relocated", "count", "tasks that went to another host of their site"}});
  auto questions = Decisions::questions();
  questions[0].default_policy = "easygrid/greedy_distribution";
  questions[1].default_policy = "easygrid/most_loaded_gives";
  questions.push_back({"pending", Pending::question, "easygrid/earliest_end"});
  return describe<SiteManager>(site_manager,
                               "moves ready and waiting tasks of DAGs between the hosts of a site",
                               "tonelli2010, section 2.1.2, Alg. 2")
      .takes(std::move(parameters))
      .asks(std::move(questions))
      .measures(std::move(metrics));
}

SiteRules SiteManager::rules_of(ActorContext& context) {
  SiteRules rules;
  rules.check_interval = context.parameters().real("check_interval");
  rules.levels_between = static_cast<int>(context.parameters().integer("levels_between"));
  rules.is_alone = context.simulation().peers(site_manager).size() == 1;
  return rules;
}

SiteManager::SiteManager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      choices_(context), directory_(Directory::of(context)),
      numbers_(directory_.hosts_of(context.self().number)),
      scheduler_(directory_.application, context.self().number, numbers_, rules_of(context), choices_),
      global_(context, context.simulation().only_peer(global_manager)), records_(context),
      ending_(context, iteration_) {
  for (const int number : numbers_)
    hosts_.try_emplace(number, context,
                       context.simulation().peers(host_manager)[static_cast<std::size_t>(number)]);
}

void SiteManager::run() {
  inbox_.open();
  const auto handle = [this](SiteMessage&& message) {
    std::visit([this](const auto& kind) { take(kind); }, message);
  };
  for (;; iteration_.sleep()) {
    iteration_.take_messages(inbox_, handle);
    if (ended_)
      break;
    scheduler_.step(now());
    act(scheduler_.take_output());
    iteration_.charge();
  }
  for (const int number : numbers_)
    hosts_.at(number).send(End{});
  ending_.wait_for(numbers_.size(), inbox_, handle);
  global_.send(EndAck{});
}

void SiteManager::take(const News& news) {
  iteration_.touch(news.ended.size());
  records_.take(news);
  scheduler_.take(news);
}

void SiteManager::act(SiteScheduler::Output output) {
  auto& recorder = context_.simulation().recorder();
  recorder.count("events_total", output.events);
  recorder.count("events_accepted", output.accepted);
  recorder.count("pending_events_total", output.pending_events);
  recorder.count("pending_events_accepted", output.pending_accepted);
  recorder.count("relocated", output.relocated);
  records_.write(output);
  for (auto& [host, message] : output.to_hosts) {
    if (const auto* package = std::get_if<Package>(&message)) {
      iteration_.touch(package->tasks.size());
      directory_.count_data(context_,
                            context_.simulation().peers(host_manager)[static_cast<std::size_t>(host)],
                            package->tasks);
    }
    hosts_.at(host).send(std::move(message));
  }
  for (auto& message : output.to_grid) {
    if (const auto* given = std::get_if<Given>(&message))
      directory_.count_data(context_, context_.simulation().only_peer(global_manager), given->tasks);
    global_.send(std::move(message));
  }
}

MALHA_ACTOR(SiteManager::descriptor())

} // namespace
} // namespace malha::easygrid::dag
