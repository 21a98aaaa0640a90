// SPDX-License-Identifier: MIT
#include "batsim_extra.hpp"
#include "batsim_application.hpp"
#include "batsim_kept.hpp"
#include "metadata.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/plain_text.hpp"
#include "strict_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace malha::batsim {
namespace {

constexpr std::size_t most_fragments = 10000; ///< of a job

template <class Value>
using Names = std::vector<std::pair<const char*, Value>>;

template <class Value>
std::string names_in(const Names<Value>& all) {
  std::vector<std::string> names;
  for (const auto& [name, value] : all)
    names.emplace_back(name);
  return listed(names);
}

template <class Value>
const Value* find_in(const Names<Value>& all, const json& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return name == one.first; });
  return found == all.end() ? nullptr : &found->second;
}

/// The keys that say who submitted a job, beside its user and queue. They may be integers, too.
bool names_credential(const std::string& key, const json& value) {
  static const std::set<std::string> keys{"account", "group", "partition", "qos", "executable"};
  return keys.count(key) > 0 && (value.is_string() || value.is_number_integer());
}

/// Users and queues may be numbers, too. The metadata have everybody else whom the job names.
void read_texts(const Fields& extra, Job& job) {
  for (const auto& [key, text] : {std::pair("user", &job.user), {"queue", &job.queue}})
    if (extra.has(key))
      *text = extra.object()[key].is_number_integer() ? extra.object()[key].dump() : extra.line(key);
  if (extra.has("metadata"))
    job.metadata = extra.line("metadata");
  std::string metadata = job.metadata;
  for (const auto& [key, value] : extra.object().items())
    if (names_credential(key, value) && !append_metadata(metadata, key + "=" + metadata_text(value)))
      extra.fail(": its metadata would have more than " + std::to_string(longest_metadata) +
                 " characters with '" + key + "'; valid: a shorter one");
  job.metadata = std::move(metadata);
  read_credentials(job);
}

/// A fragment, and how many there are of it.
std::pair<Fragment, int> fragment_of(const Fields& fields, int most) {
  fields.accept_only({"cpus", "machine", "exclusive", "count"});
  Fragment fragment;
  fragment.cpus = fields.count("cpus", most);
  if (fields.has("machine"))
    fragment.machine = fields.text("machine");
  if (fields.has("machine") && fragment.machine.empty())
    fields.refuse("machine", "the name of a machine, or no 'machine'");
  if (fields.has("exclusive"))
    fragment.exclusive = fields.flag("exclusive");
  if (!fields.has("count"))
    return {fragment, 1};
  if (fields.has("machine"))
    fields.fail(" has 'machine' and 'count'; valid: one of them");
  return {fragment, fields.count("count", most)};
}

void read_fragments(const Fields& extra, Job& job) {
  const std::string valid = "an array of at least one fragment";
  const int size = job.tasks.front().resources;
  const auto& array = extra.required("fragments", valid);
  if (!array.is_array() || array.empty())
    extra.refuse("fragments", valid);
  int left = size;
  for (std::size_t position = 0; position < array.size(); ++position) {
    const auto [fragment, count] = fragment_of(
        Fields(extra.who() + ": fragment at position " + std::to_string(position), array[position]), size);
    if (static_cast<std::size_t>(count) > most_fragments - job.fragments.size())
      extra.fail(": 'fragments' are more than " + std::to_string(most_fragments) + "; valid: fewer");
    if (count > left / fragment.cpus)
      extra.fail(": 'fragments' add up to more CPUs than 'res'; valid: " + std::to_string(size));
    left -= count * fragment.cpus;
    job.fragments.insert(job.fragments.end(), static_cast<std::size_t>(count), fragment);
  }
  if (left > 0)
    extra.fail(": 'fragments' add up to " + std::to_string(size - left) +
               " CPUs, fewer than 'res'; valid: " + std::to_string(size));
}

void read_deadline(const Fields& extra, const std::string& service, Job& job) {
  if (job.service == ServiceClass::common) {
    if (extra.has("deadline"))
      extra.fail(" has a 'deadline', and its class is common; valid: class qos, emergency");
    return;
  }
  const std::string valid = "a number, above 'subtime', " + shortest(job.submitted);
  if (!extra.has("deadline"))
    extra.fail(" has no 'deadline', and its class is " + service + "; valid: " + valid);
  const auto& deadline = extra.required("deadline", valid);
  if (!deadline.is_number() || !(deadline.get<double>() > job.submitted))
    extra.refuse("deadline", valid);
  job.deadline = deadline.get<double>();
  if (!job.walltime)
    extra.fail(": its class is " + service +
               ", and it has no walltime, without which no slot before the deadline can be planned; valid: "
               "a 'walltime', or setting workload.estimates other than user");
}

void read_powers(const Fields& powers, const char* key, const Names<bool Powers::*>& all, Powers& read) {
  if (!powers.has(key))
    return;
  const std::string valid = "an array of names out of " + names_in(all);
  const auto& names = powers.required(key, valid);
  if (!names.is_array())
    powers.refuse(key, valid);
  for (const auto& name : names) {
    const auto* power = find_in(all, name);
    if (power == nullptr)
      powers.fail(": '" + std::string(key) + "' has " + shown(name) + "; valid: " + names_in(all));
    read.*(*power) = true;
  }
}

void read_service(const Fields& extra, Job& job) {
  std::string service = "common";
  if (extra.has("class")) {
    const std::string valid = names_in(service_classes());
    const auto& name = extra.required("class", valid);
    const auto* found = find_in(service_classes(), name);
    if (found == nullptr)
      extra.refuse("class", valid);
    service = name.get<std::string>();
    job.service = *found;
  }
  read_deadline(extra, service, job);
  const bool is_emergency = job.service == ServiceClass::emergency;
  if (!is_emergency && extra.has("powers"))
    extra.fail(" has 'powers', and its class is " + service + "; valid: class emergency");
  if (!is_emergency)
    return;
  const std::string valid = "an object with 'deallocate', 'kill', both or none of them";
  if (!extra.has("powers"))
    extra.fail(" has no 'powers', and its class is emergency; valid: " + valid);
  const Fields powers(extra.who() + ": powers", extra.required("powers", valid));
  powers.accept_only({"deallocate", "kill"});
  Powers read;
  read_powers(powers, "deallocate", powers_to_deallocate(), read);
  read_powers(powers, "kill", powers_to_kill(), read);
  job.extensions.set(read);
}

/// What the tasks of a bag cannot have: a size, fragments, a class and an application.
void read_bag(const Fields& extra, Job& job) {
  const std::string valid = "an integer, at least 0, or text without quotes and control characters";
  const auto& name = extra.required("bag", valid);
  if (!name.is_string() && (!name.is_number_integer() || name < 0))
    extra.refuse("bag", valid);
  job.bag = name.is_string() ? extra.text("bag") : name.dump();
  if (job.bag.empty())
    extra.refuse("bag", "the name of a bag, or no 'bag'");
  if (const int size = job.tasks.front().resources; size != 1)
    extra.fail(" has a 'bag', and 'res' is " + std::to_string(size) + "; valid: 1");
  const char* other = !job.fragments.empty()                         ? "'fragments'"
                      : job.service != ServiceClass::common          ? "a class other than common"
                      : multicluster::application_in(job.extensions) ? "an 'application'"
                                                                     : nullptr;
  if (other != nullptr)
    extra.fail(" has a 'bag' and " + std::string(other) + "; valid: one of them");
}

} // namespace

void read_extra_data(const std::string& who, const json& extra_data, Job& job, Kept& kept) {
  json written; // in a text
  if (extra_data.is_string() && nesting_of(extra_data.get_ref<const std::string&>()) <= deepest_json)
    written = strict_json(extra_data.get_ref<const std::string&>(), who, false);
  const json& content = written.is_object() ? written : extra_data;
  if (!content.is_object())
    return kept.keep_extra_data(extra_data, job);
  const Fields extra(who, content);
  read_texts(extra, job);
  if (extra.has("fragments"))
    read_fragments(extra, job);
  read_service(extra, job);
  if (extra.has("application"))
    read_application(extra, job);
  if (extra.has("bag"))
    read_bag(extra, job);
  if (extra.has("input"))
    job.tasks.front().input = extra.number("input");
  static const std::set<std::string> known{"user",      "queue",  "metadata", "class", "deadline",
                                           "fragments", "powers", "bag",      "input", "application"};
  for (const auto& [key, value] : content.items())
    if (known.count(key) == 0 && !names_credential(key, value))
      kept.keep("extra_data", key, value, job);
}

const Names<ServiceClass>& service_classes() {
  static const Names<ServiceClass> all{
      {"common", ServiceClass::common}, {"qos", ServiceClass::qos}, {"emergency", ServiceClass::emergency}};
  return all;
}

const Names<bool Powers::*>& powers_to_deallocate() {
  static const Names<bool Powers::*> all{{"critical_starve", &Powers::deallocates_critical_starve},
                                         {"qos", &Powers::deallocates_qos},
                                         {"emergency", &Powers::deallocates_emergency}};
  return all;
}

const Names<bool Powers::*>& powers_to_kill() {
  static const Names<bool Powers::*> all{{"common", &Powers::kills_common},
                                         {"starve", &Powers::kills_starve},
                                         {"qos", &Powers::kills_qos},
                                         {"emergency", &Powers::kills_emergency}};
  return all;
}

} // namespace malha::batsim
