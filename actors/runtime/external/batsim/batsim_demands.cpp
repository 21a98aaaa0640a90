// SPDX-License-Identifier: MIT
#include "batsim_demands.hpp"

#include "actors/model/broken_rule.hpp"
#include "actors/runtime/external/answer.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::external {
namespace {

using DemandKind = BatsimDemand::Kind;

/// Adds the indices of an interval, which may be in the set already.
void add_interval(IndexSet& nodes, int first, int last) {
  for (int node = first; node <= last; ++node)
    if (!nodes.contains(node))
      nodes.insert(IndexSet(node, 1));
}

/// A set of nodes, such as "0-3 5". Its intervals come in any order, and may overlap; blanks or commas are
/// between them.
IndexSet nodes_in(const Answer& answer) {
  constexpr int most = 10'000'000; // nobody simulates so many
  constexpr auto valid = "numbers of nodes, such as \"0-3 5\"";
  const auto text = answer.text();
  IndexSet nodes;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(" ,", begin)) != std::string::npos;) {
    const auto interval = text.substr(begin, text.find_first_of(" ,", begin) - begin);
    const auto dash = interval.find('-');
    const auto first = parse_number<int>(interval.substr(0, dash));
    const auto last = dash == std::string::npos ? first : parse_number<int>(interval.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last > most)
      answer.fail(valid);
    add_interval(nodes, *first, *last);
    begin += interval.size();
  }
  if (nodes.empty())
    answer.fail(valid);
  return nodes;
}

/// Throws BrokenRule unless the mapping gives each node one process of the job. It has no effect then, since
/// the processes are alike.
void check_mapping(const nlohmann::json& mapping, const Answer& data, int nodes) {
  IndexSet taken;
  for (const auto& place : mapping) {
    const auto node = parse_number<int>(place.is_string() ? place.get_ref<const std::string&>() : "");
    if (node && *node >= 0 && *node < nodes && !taken.contains(*node))
      taken.insert(IndexSet(*node, 1));
  }
  if (taken.size() != nodes || mapping.size() != static_cast<std::size_t>(nodes))
    data.part("mapping").fail("one process on each node, or no mapping");
}

BatsimDemand execution_in(const Answer& data, const nlohmann::json& text, Seconds date) {
  data.allow({"job_id", "alloc", "mapping"});
  BatsimDemand demand{DemandKind::execute, date, {data.text("job_id")}, nodes_in(data.part("alloc"))};
  if (data.has("mapping"))
    check_mapping(text.at("mapping"), data, demand.nodes.size());
  return demand;
}

Seconds date_in(const Answer& answer, const char* name) {
  const auto part = answer.part(name);
  if (part.is_null())
    part.fail("a date");
  return part.real();
}

std::vector<std::string> names_in(const Answer& data, const char* name) {
  std::vector<std::string> names;
  data.each(name, [&](const Answer& one) { names.push_back(one.text()); });
  if (names.empty())
    data.part(name).fail("at least one job");
  return names;
}

Seconds later_date_in(const Answer& data, Seconds date) {
  const auto call = date_in(data, "timestamp");
  if (!(call > date))
    throw BrokenRule("it wants to be called at t=" + shortest(call) +
                     " s, which is not later than t=" + shortest(date) + " s");
  return call;
}

/// Throws BrokenRule unless the event says that no job will come from the scheduler, which is so anyway.
void check_notice(const Answer& data) {
  data.allow({"type"});
  if (data.text("type") != "registration_finished")
    data.part("type").fail("registration_finished");
}

/// Adds what the event demands, if it demands anything.
void read_event(const Answer& event, const nlohmann::json& text, Seconds date,
                std::vector<BatsimDemand>& demands) {
  const auto type = event.text("type");
  const auto data = event.part("data");
  const auto& data_text = text.at("data");
  if (type == "EXECUTE_JOB") {
    demands.push_back(execution_in(data, data_text, date));
  } else if (type == "REJECT_JOB") {
    data.allow({"job_id"});
    demands.push_back({DemandKind::reject, date, {data.text("job_id")}, {}});
  } else if (type == "KILL_JOB") {
    data.allow({"job_ids"});
    demands.push_back({DemandKind::kill, date, names_in(data, "job_ids"), {}});
  } else if (type == "CALL_ME_LATER") {
    data.allow({"timestamp"});
    demands.push_back({DemandKind::call, date, {}, {}, later_date_in(data, date)});
  } else if (type == "NOTIFY") {
    check_notice(data);
  } else {
    event.part("type").fail("EXECUTE_JOB, REJECT_JOB, KILL_JOB, CALL_ME_LATER, NOTIFY; no other event has "
                            "an effect here");
  }
}

} // namespace

BatsimAnswer batsim_answer(const nlohmann::json& text, Seconds now) {
  const Answer answer(text);
  answer.allow({"now", "events"});
  BatsimAnswer read{date_in(answer, "now"), {}};
  if (!(read.ready >= now))
    throw BrokenRule("its answer is of t=" + shortest(read.ready) +
                     " s, before the question, which is of t=" + shortest(now) + " s");
  Seconds last = now;
  std::size_t place = 0;
  answer.part("events").each([&](const Answer& event) {
    event.allow({"timestamp", "type", "data"});
    const auto date = date_in(event, "timestamp");
    if (!(date >= last && date <= read.ready))
      event.part("timestamp")
          .fail("a date from " + shortest(last) + " to " + shortest(read.ready) +
                ", since dates do not go back");
    last = date;
    read_event(event, text.at("events").at(place++), date, read.demands);
  });
  return read;
}

} // namespace malha::external
