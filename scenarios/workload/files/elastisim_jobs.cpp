// SPDX-License-Identifier: MIT
#include "elastisim_jobs.hpp"

#include "json_fields.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace malha::elastisim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const char* const valid_kinds = "rigid, moldable, malleable, evolving, adaptive";
/// That have a meaning in formulas, so that no argument may be called so.
const std::vector<std::string> taken_names{"num_nodes", "num_nodes_min", "num_nodes_max", "phase_iteration"};

/// Reads one file.
class JobReader {
public:
  JobReader(fs::path file, Unmodelled unmodelled) : file_(std::move(file)), unmodelled_(unmodelled) {}

  FileJobs read(const JsonFields& fields) {
    const std::string valid = "an array of jobs";
    const auto& jobs = fields.required("jobs", valid);
    if (!jobs.is_array())
      fields.refuse("jobs", valid);
    for (const auto& [key, value] : fields.object().items())
      if (key != "jobs")
        ++read_.ignored["key '" + key + "' of the file"];
    for (std::size_t i = 0; i < jobs.size(); ++i)
      read_.jobs.push_back(job({fields.who() + ": job " + std::to_string(i + 1), jobs[i]}, i + 1));
    for (const auto& [model_file, model] : models_)
      read_.models.emplace_back(model_file);
    return std::move(read_);
  }

private:
  FileJob job(const JsonFields& fields, std::size_t number) {
    FileJob read;
    read.number = number;
    fields.required("type", valid_kinds);
    const auto kind = job_kind_of(fields.text("type"));
    if (!kind)
      fields.refuse("type", valid_kinds);
    read.kind = *kind;
    accept(fields, read.kind);
    read.submitted = fields.number("submit_time");
    sizes(fields, read);
    if (fields.has("walltime") && fields.number("walltime") > 0)
      read.walltime = fields.number("walltime");
    if (fields.has("arguments"))
      arguments(fields, read);
    if (fields.has("attributes"))
      attributes(fields, read);
    fields.required("application_model", "the file of an application model");
    read.model = model(fields, fields.line("application_model"));
    evaluate(fields, read);
    return read;
  }

  void accept(const JsonFields& fields, JobKind kind) {
    std::vector<std::string> keys{"type",      "submit_time", "walltime", "application_model",
                                  "arguments", "attributes"};
    const std::vector<std::string> ends =
        kind == JobKind::rigid ? std::vector<std::string>{""} : std::vector<std::string>{"_min", "_max"};
    for (const auto& end : ends) {
      keys.push_back("num_nodes" + end);
      keys.push_back("num_gpus_per_node" + end);
    }
    fields.accept_only(keys);
    const auto asks_for_gpus = [&](const std::string& end) {
      return fields.has("num_gpus_per_node" + end) && fields.number("num_gpus_per_node" + end) > 0;
    };
    if (!std::any_of(ends.begin(), ends.end(), asks_for_gpus))
      return;
    if (unmodelled_ == Unmodelled::refuse)
      fields.fail(
          " needs GPUs, which Malha does not model here; valid: a job without, or --set workload.io=ignore");
    ++read_.ignored["GPUs of a job"];
  }

  static void sizes(const JsonFields& fields, FileJob& read) {
    const bool is_rigid = read.kind == JobKind::rigid;
    read.min = fields.count(is_rigid ? "num_nodes" : "num_nodes_min");
    read.max = fields.count(is_rigid ? "num_nodes" : "num_nodes_max");
    if (read.min > read.max)
      fields.fail(" has num_nodes_min " + std::to_string(read.min) + " above num_nodes_max " +
                  std::to_string(read.max) + "; valid: num_nodes_min at most num_nodes_max");
  }

  static void arguments(const JsonFields& job, FileJob& read) {
    const JsonFields fields(job.who() + ": arguments", job.object()["arguments"]);
    const std::string valid = "a number";
    for (const auto& [name, value] : fields.object().items()) {
      if (std::find(taken_names.begin(), taken_names.end(), name) != taken_names.end())
        fields.fail(" has '" + name + "', which is a name of ElastiSim; valid: names but " +
                    listed(taken_names));
      const auto number = value.is_number()   ? std::optional(value.get<double>())
                          : value.is_string() ? parse_number<double>(value.get_ref<const std::string&>())
                                              : std::nullopt;
      if (!number || !std::isfinite(*number))
        fields.refuse(name, valid);
      read.arguments[name] = *number;
    }
    const auto pref = read.arguments.find("num_nodes_pref");
    if (pref == read.arguments.end())
      return;
    if (!(pref->second >= read.min && pref->second <= read.max) || std::trunc(pref->second) != pref->second)
      fields.refuse("num_nodes_pref", "an integer, from " + std::to_string(read.min) + " to " +
                                          std::to_string(read.max) + ", its other numbers of nodes");
    read.pref = static_cast<int>(pref->second);
  }

  static void attributes(const JsonFields& job, FileJob& read) {
    const JsonFields fields(job.who() + ": attributes", job.object()["attributes"]);
    for (const auto& [name, value] : fields.object().items())
      if (value.is_string())
        read.attributes[name] = fields.line(name);
      else if (value.is_number())
        read.attributes[name] = value.dump();
      else
        fields.refuse(name, "a text or a number");
  }

  std::shared_ptr<const ApplicationModel> model(const JsonFields& fields, const std::string& name) {
    const fs::path path(name);
    const auto folder = file_.parent_path();
    std::error_code error;
    fs::path found = folder / path; // the path itself if it is absolute
    if (!fs::is_regular_file(found, error) && path.is_relative())
      found = folder / path.filename();
    if (!fs::is_regular_file(found, error))
      fields.fail(": application model '" + name + "' is not there; valid: a file beside the job file, " +
                  (folder / path).string() + " or " + (folder / path.filename()).string());
    auto& known = models_[found.string()];
    if (!known)
      known = std::make_shared<const ApplicationModel>(read_model(found, unmodelled_, read_.ignored));
    return known;
  }

  /// Counts the iterations, which may not depend on nodes, and tries all other formulas.
  static void evaluate(const JsonFields& fields, FileJob& read) {
    bool has_work = false;
    for (std::size_t phase = 0; phase < read.model->phases.size(); ++phase)
      try {
        const double times = std::trunc(read.model->phases[phase].iterations.value(read.arguments));
        if (!(times >= 1) || times + read.parts() >= Malleability::any_date)
          throw InputError("has " + shortest(times) + " iterations; valid: from 1 to " +
                           std::to_string(Malleability::any_date - 1) + " in all phases together");
        read.iterations.push_back(static_cast<int>(times));
        for (const int nodes : {read.min, read.max}) {
          has_work = !read.part(phase, nodes).is_empty() || has_work;
          read.request(phase, 1, nodes);
        }
      } catch (const InputError& error) {
        fields.fail(": phase " + std::to_string(phase + 1) + " of its application model: " + error.what());
      }
    if (!has_work)
      fields.fail(" does nothing; valid: an application model with a task of type cpu, busy_wait or idle, "
                  "above 0");
    for (const auto& once : {read.model->on_init, read.model->on_reconfiguration, read.model->on_expansion})
      try {
        if (once)
          load_of(*once, read.names(read.max));
      } catch (const InputError& error) {
        fields.fail(": a phase on_… of its application model: " + std::string(error.what()));
      }
  }

  fs::path file_;
  Unmodelled unmodelled_;
  FileJobs read_;
  std::map<std::string, std::shared_ptr<const ApplicationModel>> models_;
};

} // namespace

int FileJob::parts() const {
  int sum = 0;
  for (const int one : iterations)
    sum += one;
  return sum;
}

Names FileJob::names(int nodes) const {
  Names all = arguments;
  all["num_nodes"] = nodes;
  all["num_nodes_min"] = min;
  all["num_nodes_max"] = max;
  return all;
}

Load FileJob::part(std::size_t phase, int nodes) const {
  return load_of(model->phases.at(phase), names(nodes));
}

std::optional<int> FileJob::request(std::size_t phase, int iteration, int nodes) const {
  const auto& formula = model->phases.at(phase).evolving_request;
  if (!formula || !may_ask(kind) || iteration < 1)
    return std::nullopt;
  auto all = names(nodes);
  all["phase_iteration"] = iteration;
  const double wanted = std::trunc(formula->value(all));
  return static_cast<int>(std::clamp(wanted, static_cast<double>(min), static_cast<double>(max)));
}

FileJobs read_jobs(const fs::path& file, Unmodelled unmodelled) {
  const auto json = json_of_file(file, "a job file of ElastiSim");
  return JobReader(file, unmodelled).read({file.string(), json});
}

} // namespace malha::elastisim
