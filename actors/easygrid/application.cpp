// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/s4u.hpp"
#include "iteration.hpp"
#include "manager_directory.hpp"
#include "sites.hpp"

namespace malha::easygrid {
namespace {

/// The application of managers that replace each other, and its user, whose host never fails. Managers know
/// its tasks from their submission on, and the global manager notifies it when all have ended.
class Application : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit Application(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), roster_(ManagerDirectory::of(context)) {}

  void run() override {
    inbox_.open();
    auto& simulation = context_.simulation();
    while (const Job* next = simulation.workload().peek()) {
      simgrid::s4u::this_actor::sleep_until(next->submitted);
      const auto job = take_job(simulation);
      roster_.tasks.insert(roster_.tasks.end(), job.tasks.begin(), job.tasks.end());
    }
    roster_.is_complete = true;
    inbox_.receive();
  }
  void measure(Seconds end) override { roster_.attempts.close(end); }
  std::string blocked_on() const override {
    return roster_.has_managers()
               ? ""
               : "a manager: the hosts of all are down, and tasks " +
                     roster_.attempts.uncounted(roster_.tasks.size()) + " have not counted";
  }

private:
  ActorContext& context_;
  Inbox<ApplicationMessage> inbox_;
  ManagerDirectory& roster_;
};

ActorDescriptor Application::descriptor() {
  auto metrics = AttemptBook::metrics();
  metrics.push_back({"site_managers_replaced", "count", "times that a manager took over its site"});
  metrics.push_back({"global_managers_replaced", "count", "times that a manager took over the grid"});
  metrics.push_back({"given_up", "count", "hosts and sites that their managers took to be down"});
  auto borne = supported_by_managers();
  borne.push_back({Condition::host_fails});
  borne.push_back({Condition::message_late, {{"transport", "network"}}});
  borne.push_back({Condition::message_doubled, {{"transport", "network"}}});
  return describe<Application>(
             "easygrid/application",
             "an application whose managers may crash: has its tasks, and waits for its end",
             "docs/faults.md; tonelli2010, section 2.1")
      .measures(std::move(metrics))
      .runs({Shape::bag_of_tasks})
      .attempts_end(AttemptBook::outcomes())
      .supports(std::move(borne));
}

} // namespace

MALHA_ACTOR(Application::descriptor())

} // namespace malha::easygrid
