// SPDX-License-Identifier: MIT
#include "actors/runtime/job_intake.hpp"
#include "bag_protocol.hpp"
#include "clients.hpp"
#include "policies/pull/choice.hpp"
#include "server_group.hpp"

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

/// Puts bags into the space and takes their results, each in an actor of its own (GridTS, Alg. 1).
class SpaceBroker : public Actor {
public:
  explicit SpaceBroker(ActorContext& context)
      : context_(context),
        intake_(context, {[this](const Job& job) { start(job, s4u::Engine::get_clock()); }}),
        policy_(context.policy<pull::Choice>()),
        shared_(SharedSpace::of(context)), weights_{context.parameters().real("description"),
                                                    context.parameters().real("description")},
        is_instant_(context.simulation().transport() == Transport::instant) {
    shared_.check_same_policy(context);
    for (const auto& server : servers_of(context.simulation()))
      context.simulation().check_route(context.host(), server.host);
  }

  void run() override {
    intake_.open();
    while (intake_.more())
      take_job();
    context_.waits_for = &waits_for_results_;
    while (bags_ > 0)
      a_bag_has_ended_->acquire();
  }

  void measure(Seconds) override { shared_.journal.close(); }
  std::string blocked_on() const override {
    if (is_replicated(context_.simulation()) && ServerGroup::of(context_).is_lost())
      return "the tuple space: too many of its servers were down at once";
    const auto tasks = shared_.journal.unfinished();
    return !tasks.empty() && shared_.all_down()
               ? "a resource: all are down, and tasks " + tasks + " have not run"
               : "";
  }

private:
  void take_job() {
    const Seconds date = intake_.next();
    if (date == never)
      return intake_.take(intake_.receive_before(never).value());
    s4u::this_actor::sleep_until(date);
    start(intake_.take(), date);
  }

  void start(Job job, Seconds date) {
    ++bags_;
    shared_.tie_breaker.stir();
    shared_.journal.submitted(job);
    auto classes = classes_of(job);
    const auto name = context_.self().mailbox + "-job-" + std::to_string(job.id);
    s4u::Actor::create(name, context_.host(),
                       [this, job = std::make_shared<const Job>(std::move(job)), classes = std::move(classes),
                        date] { serve(job, classes, date); });
  }

  std::vector<int> classes_of(const Job& job) const {
    std::vector<double> works;
    for (const auto& task : job.tasks)
      works.push_back(task.work);
    auto classes = policy_.ask([&](auto& policy) { return policy.classes_of(works); });
    if (classes.size() != works.size())
      policy_.broke("it gives " + std::to_string(classes.size()) + " classes for " +
                    std::to_string(works.size()) + " tasks");
    return classes;
  }

  /// In an actor of its own, which asks no policy: what that throws would reach nobody.
  void serve(const std::shared_ptr<const Job>& job, const std::vector<int>& classes, Seconds date) {
    const auto id = shared_.new_client();
    if (is_instant_) {
      LocalClient space(shared_, id);
      space.set_date(date);
      BagProtocol(space, weights_, job, classes).run();
    } else {
      Peer self = context_.self();
      self.mailbox += "/" + std::to_string(id);
      const auto space = make_network_client(context_, id, self);
      space->open();
      BagProtocol(*space, weights_, job, classes).run();
      space->close();
    }
    shared_.client_has_left(id);
    --bags_;
    a_bag_has_ended_->release();
  }

  ActorContext& context_;
  JobIntake intake_;
  PolicyUse<pull::Choice> policy_;
  SharedSpace& shared_;
  const BagProtocol::Weights weights_;
  const bool is_instant_;
  const std::string waits_for_results_ = "results";
  int bags_ = 0; ///< that have no result yet
  s4u::SemaphorePtr a_bag_has_ended_ = s4u::Semaphore::create(0);
};

} // namespace

MALHA_ACTOR(describe<SpaceBroker>("tuple_space/broker",
                                  "puts the tasks of bags into the tuple space, and takes their results",
                                  "GridTS, Alg. 1")
                .takes({real("description", 1024, between(0, 1e15), "B",
                             "what a JOB weighs on the network, and a TASK besides its input")})
                .asks({{"", pull::Choice::question}})
                .measures(BagJournal::metrics())
                .runs({malha::Shape::bag_of_tasks})
                .attempts_end({"lost"})
                .shows({{Trait::overrun}})
                .bears({{Burden::network},
                        {Burden::inputs},
                        {Burden::bandwidth_profile},
                        {Burden::speed_profile},
                        {Burden::host_goes},
                        {Burden::host_returns, {{"tuple_space/space", "none"}}},
                        {Burden::external_load}}))

} // namespace malha::tuple_space
