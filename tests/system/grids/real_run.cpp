// SPDX-License-Identifier: MIT
#include "real_run.hpp"

#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/simulation.hpp"
#include "actors/runtime/simgrid/sleepers.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/metric.hpp"
#include "tests/support/program.hpp"

#include <simgrid/s4u.hpp>

#include <deque>
#include <set>

namespace malha::testing {
namespace {

/// Of the one run of this process: generators and descriptors are plain functions, which find it here.
const ReferenceInstance* the_instance = nullptr;

std::string name_of(std::size_t resource) { return "worker-" + std::to_string(resource); }

PlatformPlan master_and_workers(const Parameters&, RandomStreams&) {
  PlatformPlan plan;
  plan.star = true;
  plan.hosts.push_back({"master", 1e9, 1, {{"role", "master"}}});
  for (std::size_t i = 0; i < the_instance->speeds.size(); ++i)
    plan.hosts.push_back({name_of(i), the_instance->speeds[i], 1, {{"role", "worker"}}});
  for (std::size_t i = 0; i < plan.hosts.size(); ++i) {
    plan.links.push_back({"link-" + std::to_string(i), 12.5e6, 1e-3});
    plan.routes.push_back({i, i, i});
  }
  return plan;
}

class Bags : public JobSource {
public:
  std::optional<Job> next() override {
    if (next_ == the_instance->bags.size())
      return std::nullopt;
    const ReferenceBag& bag = the_instance->bags[next_];
    Job job;
    job.id = static_cast<JobId>(next_++);
    job.submitted = bag.submitted;
    for (const Flops work : bag.works) {
      job.tasks.emplace_back();
      job.tasks.back().id = static_cast<TaskId>(job.tasks.size() - 1);
      job.tasks.back().work = work;
    }
    return job;
  }

private:
  std::size_t next_ = 0;
};

class Crashes : public Actor {
public:
  explicit Crashes(ActorContext& context)
      : planned_(PlannedCrashes::of(context.simulation())), sleepers_(Sleepers::of(context.simulation())),
        crashes_(the_instance->crashes) {
    std::sort(crashes_.begin(), crashes_.end(), [](const ReferenceCrash& a, const ReferenceCrash& b) {
      return std::tie(a.date, a.resource) < std::tie(b.date, b.resource);
    });
    for (const ReferenceCrash& crash : crashes_)
      planned_.plan(*simgrid::s4u::Host::by_name(name_of(crash.resource)), crash.date);
    sleepers_.sleeps_until(*this, crashes_.front().date);
  }
  void run() override {
    for (const ReferenceCrash& crash : crashes_) {
      if (crash.date > turned_to_)
        sleepers_.sleep_until(*this, crash.date);
      turned_to_ = crash.date;
      simgrid::s4u::Host::by_name(name_of(crash.resource))->turn_off();
    }
    sleepers_.ends(*this);
  }

private:
  PlannedCrashes& planned_;
  Sleepers& sleepers_;
  std::vector<ReferenceCrash> crashes_; ///< by date, then resource
  Seconds turned_to_ = -1;              ///< date of the last crash
};

const PlatformDescriptor platform_generator{"of the test", "", "", {}, master_and_workers};
const WorkloadDescriptor workload_generator{
    "given", "the bags of the test", "", {}, [](const WorkloadInput&) -> std::unique_ptr<JobSource> {
      return std::make_unique<Bags>();
    }};

const ActorDescriptor& crashes_descriptor() {
  static const ActorDescriptor descriptor = [] {
    ActorDescriptor made;
    made.name = "test/crashes";
    made.daemon = true;
    made.make = make_actor<Crashes>;
    made.is_environment = true;
    made.imposes = {{Condition::host_fails}};
    return made;
  }();
  return descriptor;
}

PlacedActor placed(const RealActor& actor) {
  const ActorDescriptor& descriptor = shipped_catalog().actor(actor.name);
  PlacedActor made{
      actor.hosts, &descriptor, Parameters(descriptor.parameters, actor.parameters), {}, "deployment.xml:1"};
  for (const QuestionSlot& slot : descriptor.asks) {
    const bool is_given = slot.slot.empty();
    const PolicyDescriptor& policy = shipped_catalog().policy(is_given ? actor.policy : slot.default_policy);
    made.choices[slot.slot] = {
        &policy, Parameters(policy.parameters, is_given ? actor.policy_parameters : Settings{})};
  }
  return made;
}

SimulationPlan plan_of(const RealDeployment& deployment, const std::string& lookahead) {
  SimulationPlan plan;
  plan.platform = {"of the test", PlatformSource::Generated{&platform_generator, Parameters({}, {})}};
  plan.workload.name = "given";
  plan.workload.generator = &workload_generator;
  plan.run = Parameters(run_parameters(), {{"transport", "instant"}, {"lookahead", lookahead}});
  plan.deployment.file = "deployment.xml";
  for (const RealActor& actor : deployment)
    plan.deployment.actors.push_back(placed(actor));
  if (!the_instance->crashes.empty())
    plan.environment.push_back({"", &crashes_descriptor(), Parameters(), {}, "crashes of the test"});
  return plan;
}

ReferenceOutcome outcome_of(const std::string& text) {
  static const std::map<std::string, ReferenceOutcome> outcomes{
      {text_of(FinalState::completed), ReferenceOutcome::completed},
      {"cancelled", ReferenceOutcome::cancelled},
      {"lost", ReferenceOutcome::lost}};
  return outcomes.at(text);
}

ReferenceAttempt attempt_of(const CsvReader& rows, const char* start, const char* end,
                            ReferenceOutcome outcome) {
  return {static_cast<std::size_t>(rows.integer("job_id")),
          static_cast<std::size_t>(rows.integer("allocated_resources")), rows.real(start), rows.real(end),
          outcome};
}

/// attempts.csv has the tasks of several attempts, jobs.csv all that ended.
std::vector<ReferenceAttempt> attempts_in(const std::filesystem::path& folder) {
  std::vector<ReferenceAttempt> attempts, last;
  std::set<std::size_t> several;
  if (std::filesystem::exists(folder / "attempts.csv"))
    for (CsvReader rows(folder / "attempts.csv"); rows.next();) {
      attempts.push_back(attempt_of(rows, "start", "end", outcome_of(rows.text("outcome"))));
      several.insert(attempts.back().task);
    }
  for (CsvReader rows(folder / "jobs.csv"); rows.next();) {
    const auto end = attempt_of(rows, "starting_time", "finish_time", ReferenceOutcome::completed);
    if (several.count(end.task) == 0)
      attempts.push_back(end);
    else if (std::find(attempts.begin(), attempts.end(), end) == attempts.end())
      throw std::runtime_error("jobs.csv and attempts.csv differ on task " + std::to_string(end.task));
  }
  std::sort(attempts.begin(), attempts.end(), [](const ReferenceAttempt& a, const ReferenceAttempt& b) {
    return std::tie(a.start, a.task, a.resource) < std::tie(b.start, b.task, b.resource);
  });
  return attempts;
}

} // namespace

void open_plugins() { shipped_catalog(); }

RealSchedule real_schedule(const ReferenceInstance& instance, const RealDeployment& deployment,
                           const std::string& lookahead) {
  the_instance = &instance;
  const SimulationPlan plan = plan_of(deployment, lookahead);
  const TemporaryFolder folder;
  // Never destroyed, as in the program: an engine cannot be taken down while plugins and actors are there.
  auto* simulation = new Simulation(plan, {folder.path()});
  const Outcome outcome = simulation->run();
  if (outcome.status != Status::done && outcome.status != Status::not_ended)
    throw std::runtime_error(outcome.message);
  return {attempts_in(folder.path()), static_cast<std::size_t>(outcome.tasks_unfinished),
          metric_of(outcome, "attempts_lost"), metric_of(outcome, "attempts_cancelled"), outcome.message};
}

} // namespace malha::testing
