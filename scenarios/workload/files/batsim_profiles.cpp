// SPDX-License-Identifier: MIT
#include "batsim_profiles.hpp"

#include "policies/sdk/plain_text.hpp"

#include <algorithm>
#include <cmath>

namespace malha::batsim {
namespace {

constexpr int most_depth = 50; ///< of profiles that are composed of others

enum class Kind { delay, parallel, homogeneous, total, sequence, transfer, replay, talk, planned };

struct Type {
  const char* name; ///< in the order of versions
  Kind kind;
};

constexpr Type types[]{{"delay", Kind::delay},
                       {"parallel", Kind::parallel},
                       {"parallel_homogeneous", Kind::homogeneous},
                       {"parallel_homogeneous_total", Kind::total},
                       {"composed", Kind::sequence},
                       {"DelayProfile", Kind::delay},
                       {"ParallelTaskProfile", Kind::parallel},
                       {"ParallelTaskHomogeneousProfile", Kind::homogeneous},
                       {"SequentialCompositionProfile", Kind::sequence},
                       {"msg_par", Kind::parallel},
                       {"msg_par_hg", Kind::homogeneous},
                       {"msg_par_hg_tot", Kind::total},
                       {"parallel_homogeneous_pfs", Kind::transfer},
                       {"msg_par_hg_pfs", Kind::transfer},
                       {"msg_par_hg_pfs0", Kind::transfer},
                       {"msg_par_hg_pfs_tiers", Kind::transfer},
                       {"data_staging", Kind::transfer},
                       {"ParallelTaskOnStorageHomogeneousProfile", Kind::transfer},
                       {"ParallelTaskDataStagingBetweenStoragesProfile", Kind::transfer},
                       {"smpi", Kind::replay},
                       {"usage_trace", Kind::replay},
                       {"TraceReplayProfile", Kind::replay},
                       {"send", Kind::talk},
                       {"recv", Kind::talk},
                       {"ForkJoinCompositionProfile", Kind::planned},
                       {"ParallelTaskMergeCompositionProfile", Kind::planned}};

/// What is not run, and why; null: it is.
const char* refusal_of(Kind kind) {
  switch (kind) {
  case Kind::transfer:
    return "moves data to or from a storage, which Malha does not model";
  case Kind::replay:
    return "replays a trace, which Malha does not";
  case Kind::talk:
    return "talks with Batsim's scheduler, which Malha has not";
  case Kind::planned:
    return "is one that Batsim itself does not run yet";
  default:
    return nullptr;
  }
}

std::string valid_types() {
  std::vector<std::string> names;
  for (const auto& type : types)
    if (refusal_of(type.kind) == nullptr && std::string(type.name).rfind("msg_", 0) != 0)
      names.emplace_back(type.name);
  return listed(names);
}

const Type& type_of(const Fields& profile) {
  const auto& name = profile.required("type", valid_types());
  const auto* const type =
      std::find_if(std::begin(types), std::end(types), [&](const Type& one) { return name == one.name; });
  if (type == std::end(types))
    profile.refuse("type", valid_types());
  if (const auto* why = refusal_of(type->kind))
    profile.fail(" is of type " + std::string(type->name) + ", which " + why + "; valid: " + valid_types());
  return *type;
}

/// What Batsim's own workloads have in profiles and Batsim does not read.
const std::vector<std::string>& fields_without_effect() {
  static const std::vector<std::string> all{
      "name",    "description", "comment",  "comments",   "command",
      "runtime", "np",          "mpi_size", "extra_data", "expected_execution_time"};
  return all;
}

/// `scaled` is ours.
std::vector<std::string> fields_of(const Type& type) {
  switch (type.kind) {
  case Kind::delay:
    return {"type", "ret", "delay", "scaled"};
  case Kind::homogeneous:
    return {"type", "ret", "cpu", "com", "generation_strategy"};
  case Kind::sequence:
    if (type.name == std::string("composed"))
      return {"type", "ret", "repeat", "nb", "seq"};
    return {"type", "ret", "repeat", "seq"};
  default:
    return {"type", "ret", "cpu", "com"};
  }
}

/// The array of numbers, at least 0; empty where there is none.
std::vector<double> numbers(const Fields& profile, const char* key, std::size_t size) {
  std::vector<double> all;
  if (!profile.has(key))
    return all;
  const std::string valid =
      "an array of " + std::to_string(size) + " numbers, at least 0, for " + "the resources of the job";
  const auto& array = profile.required(key, valid);
  if (!array.is_array() || array.size() != size)
    profile.refuse(key, valid);
  for (const auto& number : array) {
    if (!number.is_number() || !(number.get<double>() >= 0))
      profile.refuse(key, valid);
    all.push_back(number.get<double>());
  }
  return all;
}

/// Work and exchange of each resource: they must be the same for all.
Load parallel(const Fields& profile, int resources) {
  const auto size = static_cast<std::size_t>(resources);
  if (!profile.has("cpu") && !profile.has("com"))
    profile.fail(" has neither 'cpu' nor 'com'; valid: one of them, or both");
  const auto cpu = numbers(profile, "cpu", size), com = numbers(profile, "com", size * size);
  Load load;
  load.gives_work = true;
  load.work = cpu.empty() ? 0 : cpu.front();
  load.exchange = com.size() < 2 ? 0 : com[1];
  bool is_even = std::all_of(cpu.begin(), cpu.end(), [&](double work) { return work == load.work; });
  for (std::size_t i = 0; i < com.size(); ++i)
    is_even = is_even && com[i] == (i % (size + 1) == 0 ? 0 : load.exchange); // on the diagonal to itself
  if (!is_even)
    profile.fail(
        " gives its resources different amounts, and Malha runs jobs of which each resource computes "
        "as much, and sends as much to each other one; valid: equal values in 'cpu', and in 'com' "
        "but for its diagonal, which is 0");
  return load;
}

Load homogeneous(const Fields& profile, Kind kind, int resources) {
  Load load;
  load.gives_work = true;
  load.work = profile.number("cpu");
  load.exchange = profile.number("com");
  const double others = resources - 1;
  if (kind == Kind::total) { // as Batsim 4 has it
    load.work /= resources;
    load.exchange /= resources;
  } else if (profile.has("generation_strategy")) {
    const std::string each = "DefinedAmountsUsedForEachValue", spread = "DefinedAmountsSpreadUniformly";
    const auto& strategy = profile.required("generation_strategy", each + ", " + spread);
    if (strategy != each && strategy != spread)
      profile.refuse("generation_strategy", each + ", " + spread);
    if (strategy == spread) {
      load.work /= resources;
      load.exchange = others > 0 ? load.exchange / (resources * others) : 0;
    }
  }
  if (resources == 1)
    load.exchange = 0; // there is no receiver
  return load;
}

/// How often the parts follow each other. Batsim 1 and 2 call it `nb`.
double repeats(const Fields& profile) {
  if (profile.has("nb") && profile.has("repeat"))
    profile.fail(" has 'nb' and 'repeat', two names of one number; valid: one of them");
  const char* name = profile.has("nb") ? "nb" : "repeat";
  return profile.has(name) ? profile.count(name) : 1;
}

} // namespace

Profiles::Profiles(const std::string& file, const json& profiles, Kept& kept)
    : profiles_(profiles), kept_(kept) {
  if (!profiles.is_object())
    throw InputError(file + ": 'profiles' is " + shown(profiles) + "; valid: an object of profiles");
  for (const auto& [name, profile] : profiles.items())
    if (const auto what = forbidden_in(name, true))
      throw InputError(file + ": the name " + shown(name) + " of a profile has " + *what +
                       "; valid: text without control characters");
}

const Load& Profiles::load_of(const Fields& job, int resources) {
  return load_of({job, place_of(job, job.text("profile")), resources, 0});
}

/// Batsim 5 may put the name of the workload in front: "w0!short".
Profiles::Place Profiles::place_of(const Fields& job, const std::string& name) const {
  auto found = profiles_.find(name);
  if (found == profiles_.end())
    found = profiles_.find(name.substr(name.find('!') + 1));
  if (found != profiles_.end())
    return found;
  constexpr std::size_t most = 10;
  std::vector<std::string> names;
  for (auto known = profiles_.begin(); known != profiles_.end() && names.size() <= most; ++known)
    names.push_back(names.size() < most ? known.key() : "…");
  job.fail(": unknown profile '" + name + "'; valid: " + listed(names));
}

const Load& Profiles::load_of(const Reading& reading) {
  const std::pair key(&*reading.profile, reading.resources);
  const auto known = loads_.find(key);
  return known != loads_.end() ? known->second : loads_.emplace(key, read(reading)).first->second;
}

Load Profiles::read(const Reading& reading) {
  const Fields fields(reading.job.who() + ": profile '" + reading.profile.key() + "'", *reading.profile);
  if (reading.depth > most_depth)
    fields.fail(" lies in " + std::to_string(reading.depth) +
                " others, or in itself; valid: profiles composed of others, at most " +
                std::to_string(most_depth) + " deep");
  const Type& type = type_of(fields);
  find_unknown(fields, reading.profile, fields_of(type), reading.depth > 0);
  switch (type.kind) {
  case Kind::delay:
    return {fields.number("delay"), 0, 0, true, false, fields.has("scaled") && fields.flag("scaled")};
  case Kind::parallel:
    return parallel(fields, reading.resources);
  case Kind::sequence:
    return sequence(fields, reading);
  default:
    return homogeneous(fields, type.kind, reading.resources);
  }
}

/// One after the other: times add up. Where data are exchanged meanwhile, a job is one profile once: it
/// computes and sends at the same time.
Load Profiles::sequence(const Fields& fields, const Reading& reading) {
  const std::string valid = "an array of at least one name of a profile";
  const auto& names = fields.required("seq", valid);
  if (!names.is_array() || names.empty())
    fields.refuse("seq", valid);
  const double repeat = repeats(fields);
  Load whole;
  for (const auto& name : names) {
    if (!name.is_string() || forbidden_in(name.get_ref<const std::string&>(), true))
      fields.refuse("seq", valid);
    const Load& part = load_of(
        {reading.job, place_of(fields, name.get<std::string>()), reading.resources, reading.depth + 1});
    if (part.has_delay && whole.has_delay && part.is_scaled != whole.is_scaled)
      fields.fail(" is composed of delays of which only some are 'scaled'; valid: all or none");
    whole.is_scaled = whole.is_scaled || part.is_scaled;
    whole.delay += part.delay;
    whole.work += part.work;
    whole.exchange += part.exchange;
    whole.has_delay = whole.has_delay || part.has_delay;
    whole.gives_work = whole.gives_work || part.gives_work;
  }
  if (whole.exchange > 0 && (names.size() > 1 || repeat > 1))
    fields.fail(
        " is composed of parts of which one exchanges data, and Malha runs a job that does as one part "
        "alone; valid: parts without 'com'");
  whole.delay *= repeat;
  whole.work *= repeat;
  if (!std::isfinite(whole.delay) || !std::isfinite(whole.work))
    fields.fail(" adds up to a number beyond all numbers; valid: less");
  return whole;
}

/// Refuses a field that may have a meaning elsewhere, for example in another version of Batsim.
void Profiles::find_unknown(const Fields& fields, const Place& profile, const std::vector<std::string>& known,
                            bool is_part) {
  const auto is_in = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto [kept, is_new] = unknown_.try_emplace(&*profile);
  if (!is_new)
    return;
  for (const auto& [key, value] : profile->items()) {
    if (key != "ret" ? is_in(known, key) : value == 0)
      continue;
    if (key != "ret" && !is_in(fields_without_effect(), key))
      fields.fail(" has an unknown field " + shown(key) + "; valid: " + listed(known) +
                  ", and without effect " + listed(fields_without_effect()));
    if (is_part)
      kept_.ignore("ignored: " + Kept::name_of("profile", key) + ", in a part of a profile");
    kept->second.push_back(key);
  }
}

void Profiles::keep_unknown(const Fields& job, Job& read) {
  const auto profile = place_of(job, job.text("profile"));
  for (const auto& key : unknown_.at(&*profile))
    kept_.keep("profile", key, (*profile)[key], read);
}

} // namespace malha::batsim
