// SPDX-License-Identifier: MIT
#include "elastisim_model.hpp"

#include "json_fields.hpp"

#include <algorithm>
#include <cmath>

namespace malha::elastisim {
namespace {

using nlohmann::json;

const char* const valid_model = "an application model of ElastiSim";
const char* const valid_types = "cpu, busy_wait, idle, sequence";

std::string in_small_letters(std::string word) {
  for (auto& letter : word)
    if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  return word;
}

/// Reads one file.
class ModelReader {
public:
  ModelReader(Unmodelled unmodelled, Ignored& ignored) : unmodelled_(unmodelled), ignored_(ignored) {}

  ApplicationModel read(const JsonFields& fields) {
    fields.accept_only({"phases", "on_init", "on_reconfiguration", "on_expansion"});
    ApplicationModel model;
    const std::string valid = "an array of at least one phase";
    const auto& phases = fields.required("phases", valid);
    if (!phases.is_array() || phases.empty())
      fields.refuse("phases", valid);
    for (const auto& one : phases)
      model.phases.push_back(
          phase({fields.who() + ": phase " + std::to_string(model.phases.size() + 1), one}));
    model.on_init = once(fields, "on_init");
    model.on_reconfiguration = once(fields, "on_reconfiguration");
    model.on_expansion = once(fields, "on_expansion");
    return model;
  }

private:
  /// A number, or a formula in quotes.
  static Formula formula(const JsonFields& fields, const char* key) {
    const auto& value = fields.required(key, "a number, or a formula");
    if (value.is_number())
      return Formula(value.get<double>());
    if (!value.is_string())
      fields.refuse(key, "a number, or a formula");
    try {
      return Formula(fields.line(key));
    } catch (const InputError& error) {
      fields.fail(std::string(": '") + key + "': " + error.what());
    }
  }

  static Formula iterations(const JsonFields& fields) {
    return fields.has("iterations") ? formula(fields, "iterations") : Formula(1);
  }

  /// Refuses it, or counts it.
  void leave_out(const JsonFields& fields, const std::string& what) {
    if (unmodelled_ == Unmodelled::refuse)
      fields.fail(" has " + what +
                  ", which Malha does not model; valid: tasks without, or --set workload.io=ignore, which "
                  "leaves it out");
    ++ignored_[what];
  }

  /// What has an effect only beside what is not modelled, or on nodes that do different amounts.
  void has_no_effect(const JsonFields& fields, const char* key, bool usual) {
    if (fields.has(key) && fields.flag(key) != usual)
      ++ignored_[std::string(key) + (usual ? "=false" : "=true")];
  }

  Phase phase(const JsonFields& fields) {
    fields.accept_only(
        {"iterations", "scheduling_point", "final_scheduling_point", "evolving_request", "barrier", "tasks"});
    Phase read;
    read.iterations = iterations(fields);
    if (fields.has("scheduling_point"))
      read.has_points = fields.flag("scheduling_point");
    has_no_effect(fields, "final_scheduling_point", true);
    has_no_effect(fields, "barrier", true);
    if (fields.has("evolving_request"))
      read.evolving_request = formula(fields, "evolving_request");
    read.tasks = tasks(fields);
    return read;
  }

  std::optional<Phase> once(const JsonFields& model, const char* key) {
    if (!model.has(key))
      return std::nullopt;
    const JsonFields fields(model.who() + ": " + key, model.object()[key]);
    fields.accept_only({"iterations", "tasks"});
    Phase read;
    read.iterations = iterations(fields);
    read.has_points = false;
    read.tasks = tasks(fields);
    return read.tasks.empty() ? std::nullopt : std::optional(read);
  }

  std::vector<ModelTask> tasks(const JsonFields& fields) {
    const std::string valid = "an array of tasks";
    const auto& array = fields.required("tasks", valid);
    if (!array.is_array())
      fields.refuse("tasks", valid);
    std::vector<ModelTask> all;
    for (std::size_t i = 0; i < array.size(); ++i)
      if (auto one = task({fields.who() + ": task " + std::to_string(i + 1), array[i]}))
        all.push_back(std::move(*one));
    return all;
  }

  /// Nothing if it is left out.
  std::optional<ModelTask> task(const JsonFields& fields) {
    fields.required("type", valid_types);
    const auto type = in_small_letters(fields.text("type"));
    for (const char* const left_out : {"pfs_read", "pfs_write", "bb_read", "bb_write", "gpu"})
      if (type == left_out) {
        leave_out(fields, "a task of type " + type);
        return std::nullopt;
      }
    has_no_effect(fields, "synchronized", false);
    ModelTask read;
    read.iterations = iterations(fields);
    if (type == "cpu")
      return cpu(fields, read);
    if (type == "busy_wait" || type == "idle" || type == "delay") {
      fields.accept_only({"type", "name", "iterations", "synchronized", "delay", "pattern"});
      read.kind = type == "busy_wait" ? ModelTask::Kind::busy_wait : ModelTask::Kind::idle;
      expect_uniform(fields, "pattern");
      read.amount = formula(fields, "delay");
      return read;
    }
    if (type != "sequence")
      fields.refuse("type", valid_types);
    fields.accept_only({"type", "name", "iterations", "synchronized", "tasks"});
    read.kind = ModelTask::Kind::sequence;
    read.tasks = tasks(fields);
    return read;
  }

  std::optional<ModelTask> cpu(const JsonFields& fields, ModelTask& read) {
    fields.accept_only({"type", "name", "iterations", "synchronized", "flops", "computation_pattern", "bytes",
                        "communication_pattern", "coupled"});
    if (!fields.has("flops") && !fields.has("bytes"))
      fields.fail(" has neither 'flops' nor 'bytes'; valid: one of them, or both");
    if (fields.has("bytes"))
      leave_out(fields, "bytes that its nodes send");
    if (!fields.has("flops"))
      return std::nullopt;
    expect_uniform(fields, "computation_pattern");
    read.amount = formula(fields, "flops");
    return read;
  }

  static void expect_uniform(const JsonFields& fields, const char* key) {
    fields.required(key, "uniform");
    if (in_small_letters(fields.text(key)) != "uniform")
      fields.refuse(key, "uniform");
  }

  Unmodelled unmodelled_;
  Ignored& ignored_;
};

/// As often as ElastiSim does it: a fraction is cut.
double times(const Formula& iterations, const Names& names) {
  return std::max(0.0, std::trunc(iterations.value(names)));
}

void add(Load& load, const std::vector<ModelTask>& tasks, double repeated, const Names& names) {
  for (const auto& task : tasks) {
    const double each = repeated * times(task.iterations, names);
    if (task.kind == ModelTask::Kind::sequence) {
      add(load, task.tasks, each, names);
      continue;
    }
    auto& sum = task.kind == ModelTask::Kind::cpu         ? load.work
                : task.kind == ModelTask::Kind::busy_wait ? load.busy
                                                          : load.waited;
    sum += each * std::max(0.0, task.amount.value(names));
  }
}

} // namespace

ApplicationModel read_model(const std::filesystem::path& file, Unmodelled unmodelled, Ignored& ignored) {
  const auto json = json_of_file(file, valid_model);
  return ModelReader(unmodelled, ignored).read({file.string(), json});
}

Load load_of(const Phase& phase, const Names& names) {
  Load load;
  add(load, phase.tasks, 1, names);
  return load;
}

} // namespace malha::elastisim
