// SPDX-License-Identifier: MIT
#include "scripted_run.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/metric.hpp"

#include <algorithm>

namespace malha::testing {
namespace {

/// Descriptors make actors and jobs with plain functions, which find here what the test gave them.
std::map<std::string, ScriptedRun::Script>& scripts() {
  static std::map<std::string, ScriptedRun::Script> all;
  return all;
}
std::vector<Job>& given_jobs() {
  static std::vector<Job> all;
  return all;
}

class ScriptedActor : public Actor {
public:
  /// Its mailbox is there before the run, as that of a real actor, which has an Inbox for a member.
  explicit ScriptedActor(ActorContext& context) : context_(context) {
    context.simulation().network().channel(context.self().mailbox);
  }
  void run() override { scripts().at(context_.self().descriptor->name)(context_); }

private:
  ActorContext& context_;
};

class GivenJobs : public JobSource {
public:
  std::optional<Job> next() override {
    return next_ < given_jobs().size() ? std::optional(given_jobs()[next_++]) : std::nullopt;
  }

private:
  std::size_t next_ = 0;
};

const WorkloadDescriptor& given_jobs_generator() {
  static const WorkloadDescriptor generator{
      "given", "the jobs of the test", "", {}, [](const WorkloadInput&) -> std::unique_ptr<JobSource> {
        return std::make_unique<GivenJobs>();
      }};
  return generator;
}

const PlatformDescriptor& full_mesh() { return *shipped_catalog().platforms().at("full_mesh"); }

} // namespace

Task task_of(Flops work, Bytes input, int resources) {
  Task task;
  task.work = work;
  task.input = input;
  task.resources = resources;
  return task;
}

Job job_of(Seconds submitted, std::vector<Task> tasks) {
  Job job;
  job.submitted = submitted;
  job.tasks = std::move(tasks);
  for (std::size_t i = 0; i < job.tasks.size(); ++i)
    job.tasks[i].id = static_cast<TaskId>(i);
  return job;
}

ScriptedRun::ScriptedRun(PlatformSource platform) {
  plan_.platform = std::move(platform);
  plan_.deployment.file = "deployment.xml";
  plan_.workload.name = "given";
  plan_.workload.generator = &given_jobs_generator();
  static const ActorDescriptor entry{"test/entry", "", "", {}, {}, {}, {}};
  plan_.entry_actors = {&entry};
}

ScriptedRun::ScriptedRun(const Settings& mesh)
    : ScriptedRun(PlatformSource{
          "mesh", PlatformSource::Generated{&full_mesh(), Parameters(full_mesh().parameters, mesh)}}) {}

ScriptedRun::ScriptedRun(const std::filesystem::path& platform) : ScriptedRun(read_platform_file(platform)) {}

void ScriptedRun::jobs(std::vector<Job> jobs) {
  for (std::size_t i = 0; i < jobs.size(); ++i)
    jobs[i].id = static_cast<JobId>(i);
  given_jobs() = std::move(jobs);
}

PlacedActor& ScriptedRun::add(const ActorDescriptor& descriptor, const std::string& hosts,
                              const Settings& parameters) {
  return plan_.deployment.actors.emplace_back(
      PlacedActor{hosts, &descriptor, Parameters(descriptor.parameters, parameters), {}, "deployment.xml:1"});
}

void ScriptedRun::script(const std::string& name, const std::string& hosts, Script script,
                         const std::function<void(ActorDescriptor&)>& change) {
  scripts()[name] = std::move(script);
  ActorDescriptor own;
  own.name = name;
  own.make = make_actor<ScriptedActor>;
  change(own);
  if (!own.runs.empty() && own.supports.empty())
    for (const auto condition : all_conditions())
      own.supports.push_back({condition});
  add(own_actors_.emplace_back(std::move(own)), hosts, {});
}

void ScriptedRun::entry(const std::string& name, const std::string& hosts, Script script_of_entry) {
  script(name, hosts, std::move(script_of_entry), [](ActorDescriptor& own) {
    own.runs = {Shape::bag_of_tasks, Shape::rigid};
    own.parameters = {text("site", "site", "")};
  });
}

void ScriptedRun::place(const std::string& name, const std::string& hosts, const Settings& parameters,
                        const std::map<std::string, PolicyDescriptor>& policies) {
  auto& placed = add(shipped_catalog().actor(name), hosts, parameters);
  for (const auto& slot : placed.descriptor->asks)
    if (!slot.default_policy.empty())
      placed.choices[slot.slot] = {&shipped(slot.default_policy),
                                   Parameters(shipped(slot.default_policy).parameters, {})};
  for (const auto& [slot, policy] : policies) {
    const auto& chosen = chosen_policies_.emplace_back(policy);
    placed.choices[slot] = {&chosen, Parameters(chosen.parameters, {})};
  }
}

void ScriptedRun::environment(const std::string& name, const Settings& parameters) {
  const auto& descriptor = shipped_catalog().actor(name);
  plan_.environment.push_back({"", &descriptor, Parameters(descriptor.parameters, parameters), {}, name});
}

const PolicyDescriptor& ScriptedRun::shipped(std::string_view name) {
  return shipped_catalog().policy(std::string(name));
}

Outcome ScriptedRun::run() {
  plan_.run = Parameters(run_parameters(), run_settings_);
  // Never destroyed, as in the program: an engine cannot be taken down while plugins and actors are there.
  // Volatile, or the store is left out and the leak checker finds no way to it.
  [[maybe_unused]] static Simulation* volatile only = nullptr;
  auto* simulation = new Simulation(plan_, {folder_.path()});
  only = simulation;
  return simulation->run();
}

std::vector<std::string> ScriptedRun::lines(const std::string& file) const {
  std::ifstream in(folder_ / file);
  std::vector<std::string> found;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line))
    found.push_back(line);
  return found;
}

std::vector<std::string> ScriptedRun::schedule() const {
  std::vector<std::string> found;
  CsvReader rows(folder_ / "jobs.csv");
  while (rows.next())
    found.push_back(rows.text("job_id") + " " + rows.text("starting_time") + " " + rows.text("finish_time") +
                    " " + rows.text("allocated_resources"));
  return found;
}

double ScriptedRun::metric(const Outcome& outcome, const std::string& name) {
  return metric_of(outcome, name);
}

std::string ScriptedRun::messages(const std::string& kind, const std::string& layer) const {
  CsvReader rows(folder_ / "messages.csv");
  while (rows.next())
    if (rows.text("kind") == kind && rows.text("layer") == layer)
      return rows.text("number") + " " + rows.text("bytes");
  return "";
}

void record_end(ActorContext& context, const Task& task) {
  JobRow row;
  row.task = task;
  row.start = task.submitted;
  row.finish = now();
  context.simulation().recorder().finished(std::move(row));
}

} // namespace malha::testing
