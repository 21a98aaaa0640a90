// SPDX-License-Identifier: MIT
#include "elastisim_sizes.hpp"

#include "elastisim_law.hpp"
#include "job_sizes.hpp"
#include "metadata.hpp"
#include "policies/sdk/errors.hpp"
#include "trace_jobs.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace malha::elastisim {
namespace {

constexpr int most_sizes = 100'000;        ///< of a job, each of which is computed
constexpr std::size_t most_asks = 100'000; ///< of a job

bool are_alike(Seconds a, Seconds b) { return std::abs(a - b) <= 1e-12 * std::max(a, b); }

void add(Load& sum, const Load& part, double times) {
  sum.work += times * part.work;
  sum.busy += times * part.busy;
  sum.waited += times * part.waited;
}

/// What each node does in a phase that is done once.
Load once(const std::optional<Phase>& phase, const Names& names) {
  Load load;
  if (phase)
    add(load, load_of(*phase, names), std::max(0.0, std::trunc(phase->iterations.value(names))));
  return load;
}

/// What each node does in all of a job, for these values of names.
Load all_of(const FileJob& job, const Names& names) {
  Load load = once(job.model->on_init, names);
  for (std::size_t phase = 0; phase < job.iterations.size(); ++phase)
    add(load, load_of(job.model->phases[phase], names), job.iterations[phase]);
  return load;
}

/// Parts of a phase: between its iterations are points, or it is one part.
int parts_of(const FileJob& job, std::size_t phase) {
  return job.model->phases[phase].has_points ? job.iterations[phase] : 1;
}

} // namespace

JobMaker::JobMaker(const WorkloadInput& input)
    : file_(input.file.string()), speed_(input.reference_speed),
      speed_is_given_(input.parameters.real("reference_speed") > 0),
      rule_(input.parameters.text("estimates")), estimates_(rule_, input.random) {}

void JobMaker::fail(const std::string& what) { throw InputError(what); }

/// What is wrong with a job begins with ' ' or ':', and with neither where a formula says it.
Job JobMaker::job_of(const FileJob& from) {
  try {
    return made_of(from);
  } catch (const InputError& error) {
    const std::string what = error.what();
    const bool continues = !what.empty() && (what.front() == ' ' || what.front() == ':');
    throw InputError(file_ + ": job " + std::to_string(from.number) + (continues ? "" : ": ") + what);
  }
}

Job JobMaker::made_of(const FileJob& from) {
  const int nodes = from.pref.value_or(usual_pref(from.min, from.max));
  Job job;
  job.id = static_cast<JobId>(from.number);
  job.submitted = from.submitted;
  job.tasks.push_back(task_of(from, nodes));
  set_walltime(from, job);
  add_attributes(from, job);
  if (from.kind == JobKind::rigid)
    return job;
  auto sizes = sizes_of(from, nodes);
  try {
    check(sizes);
  } catch (const InputError& error) {
    fail(" " + std::string(error.what()));
  }
  long_laws_ += has_long_law(sizes) ? 1 : 0;
  give_sizes(job, std::move(sizes));
  return job;
}

/// Work without delays stays work, unless a speed makes it a run time.
Task JobMaker::task_of(const FileJob& from, int nodes) const {
  const Load load = all_of(from, from.names(nodes));
  const bool waits = load.busy > 0 || load.waited > 0;
  if (waits && load.work > 0 && !speed_is_given_)
    fail(" has tasks of type cpu beside others that take a time, and Malha runs one or the other; valid: "
         "--set workload.reference_speed=S, which makes their times work");
  Task task;
  if (!waits && !speed_is_given_) {
    task.number = static_cast<TaskId>(from.number);
    task.resources = nodes;
    task.work = load.work;
    return task;
  }
  task =
      rigid_job(static_cast<JobId>(from.number), from.submitted, seconds(load), nodes, speed_).tasks.front();
  task.is_delay = !(load.work > 0);
  task.is_busy = task.is_delay && load.busy > 0;
  return task;
}

void JobMaker::set_walltime(const FileJob& from, Job& job) {
  const auto& task = job.tasks.front();
  if (rule_ == "user")
    job.walltime = from.walltime;
  else if (task.reference_speed > 0)
    job.walltime = estimates_.of(task.length, from.walltime);
  else
    fail(": setting workload.estimates=" + rule_ +
         ": its application model gives work, so that its run time is not known before; valid: user, "
         "or with workload.reference_speed=S");
}

void JobMaker::add_attributes(const FileJob& from, Job& job) {
  std::string metadata;
  bool is_whole = true;
  for (const auto& [name, value] : from.attributes)
    is_whole = append_metadata(metadata, metadata_text(name) + "=" + metadata_text(value)) && is_whole;
  long_attributes_ += is_whole ? 0 : 1;
  job.metadata = std::move(metadata);
  read_credentials(job);
}

Malleability JobMaker::sizes_of(const FileJob& from, int nodes) {
  if (from.max - from.min >= most_sizes)
    fail(" may have " + std::to_string(from.max - from.min + 1) + " sizes; valid: at most " +
         std::to_string(most_sizes));
  std::vector<Seconds> times;
  auto names = from.names(nodes);
  for (int size = from.min; size <= from.max; ++size) {
    names["num_nodes"] = size;
    times.push_back(seconds(all_of(from, names)));
    if (!(times.back() > 0))
      fail(" does nothing on " + std::to_string(size) + " nodes; valid: tasks that are above 0 there");
  }
  Malleability sizes;
  sizes.kind = from.kind;
  sizes.min = from.min;
  sizes.pref = nodes;
  sizes.max = from.max;
  sizes.law = law_of(from.min, times);
  sizes.set_run_at_pref(times[static_cast<std::size_t>(nodes - from.min)]);
  set_points(from, sizes);
  set_cost(from, sizes);
  if (may_ask(from.kind))
    sizes.asks = asks_of(from, nodes);
  return sizes;
}

void JobMaker::set_points(const FileJob& from, Malleability& sizes) {
  sizes.parts = 0;
  bool are_equal = !from.model->on_init || once(from.model->on_init, from.names(sizes.pref)).is_empty();
  const Seconds even = sizes.run_at_pref / from.parts();
  for (std::size_t phase = 0; phase < from.iterations.size(); ++phase) {
    const int parts = elastisim::parts_of(from, phase);
    sizes.parts += parts;
    are_equal = are_equal && parts == from.iterations[phase] &&
                are_alike(seconds(from.part(phase, sizes.pref)), even);
  }
  const bool has_points = sizes.parts > 1 && (obeys(from.kind) || may_ask(from.kind));
  unequal_parts_ += has_points && !are_equal ? 1 : 0;
}

/// ElastiSim has tasks for it: on all nodes, and more of them on new nodes.
void JobMaker::set_cost(const FileJob& from, Malleability& sizes) {
  const auto cost_on = [&](int nodes) {
    const auto names = from.names(nodes);
    const Seconds shrink = seconds(once(from.model->on_reconfiguration, names));
    return ResizeCost{shrink + seconds(once(from.model->on_expansion, names)), shrink};
  };
  sizes.cost = cost_on(sizes.pref);
  const auto least = cost_on(sizes.min), most = cost_on(sizes.max);
  const bool changes = !are_alike(least.grow, most.grow) || !are_alike(least.shrink, most.shrink);
  changing_costs_ += changes ? 1 : 0;
}

/// The requests are those of a job that starts on `nodes`, and is granted each one.
std::vector<SizeRequest> JobMaker::asks_of(const FileJob& from, int nodes) {
  std::vector<SizeRequest> asks;
  bool changes = false;
  int done = 0;
  for (std::size_t phase = 0; phase < from.iterations.size(); ++phase) {
    const int parts = elastisim::parts_of(from, phase);
    for (int iteration = 1; iteration < parts; ++iteration) {
      const auto wanted = from.request(phase, iteration, nodes);
      if (!wanted)
        break;
      if (asks.size() == most_asks)
        fail(" asks for nodes more than " + std::to_string(most_asks) + " times; valid: fewer iterations");
      changes =
          changes || from.request(phase, iteration, from.min) != from.request(phase, iteration, from.max);
      asks.push_back({done + iteration, *wanted});
      nodes = *wanted;
    }
    done += parts;
  }
  changing_asks_ += changes ? 1 : 0;
  return asks;
}

void JobMaker::add_to(std::vector<WorkloadNote>& notes) const {
  for (const auto& [what, number] :
       {std::pair("parts of different lengths, which count as equal", unequal_parts_),
        {"cost of a change that depends on nodes, as on the usual ones", changing_costs_},
        {"asks that depend on the nodes that it has, as if it had got what it asked for", changing_asks_},
        {note_of_long_laws, long_laws_},
        {"attributes that are too long for metadata, and are left out", long_attributes_}})
    if (number > 0)
      notes.push_back({what, number});
}

} // namespace malha::elastisim
