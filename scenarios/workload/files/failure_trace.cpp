// SPDX-License-Identifier: MIT
#include "failure_trace.hpp"

#include "line_reader.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace malha {
namespace {

namespace fs = std::filesystem;

enum Field : std::size_t {
  event_id,
  component_id,
  node_id,
  platform_id,
  node_name,
  event_type,
  start_time,
  stop_time,
  end_reason,
  fields
};

constexpr Seconds end_of_log_dates = 1e12;
constexpr Seconds first_event = -1; ///< fta.from: the date of the first event
constexpr std::int64_t available = 1;

/// An event of a component: it was in a state from one date on, and before another.
struct Event {
  Seconds start;
  Seconds stop; ///< `never`: to the end of the log
  bool is_down;
  std::size_t line;
};

using NodeKey = std::pair<std::int64_t, std::int64_t>; ///< platform and node
using Components = std::map<std::string, std::vector<Event>>;

/// The line without the end that files of Windows have. Empty fields at its end stay.
std::string text_of(std::string_view line) {
  if (!line.empty() && line.back() == '\r')
    line.remove_suffix(1);
  return std::string(line.find_first_not_of(" \t") == std::string_view::npos ? std::string_view() : line);
}

std::vector<std::string> fields_of(const std::string& text) {
  if (text.find('\t') != std::string::npos)
    return split(text, '\t');
  auto parts = split(text, ' ');
  parts.erase(std::remove(parts.begin(), parts.end(), ""), parts.end());
  return parts;
}

std::int64_t code_of(const std::string& word, const std::string& list) {
  const auto code = parse_number<std::int64_t>(word);
  if (!code || *code == available)
    throw InputError("setting fta.down=" + list + ": '" + word +
                     "' is no event type of a node that is down; valid: whole numbers other than 1, with ',' "
                     "between them");
  return *code;
}

std::set<std::int64_t> codes_in(const std::string& list) {
  std::set<std::int64_t> codes;
  for (const auto& word : split(list, ','))
    codes.insert(code_of(word, list));
  return codes;
}

/// Reads the lines of a log, by node and component.
class EventReader {
public:
  EventReader(const fs::path& file, const std::set<std::int64_t>& down) : lines_(file), down_(down) {}

  std::map<NodeKey, Components> read() {
    std::map<NodeKey, Components> nodes;
    for (bool is_first = true; const auto line = lines_.next();) {
      const auto text = text_of(*line);
      if (text.empty() || text.front() == '#')
        continue;
      const auto found = fields_of(text);
      if (std::exchange(is_first, false) && found.front() == "event_id") // names of the columns
        continue;
      if (found.size() != fields)
        lines_.fail("has " + std::to_string(found.size()) + " fields; valid: 9, with tabs between them");
      nodes[{integer(found, platform_id, "platform_id"), integer(found, node_id, "node_id")}]
           [found[component_id]]
               .push_back(event(found));
    }
    return nodes;
  }

private:
  std::int64_t integer(const std::vector<std::string>& found, Field field, const char* name) const {
    const auto number = parse_number<std::int64_t>(found[field]);
    if (!number || *number < 0)
      lines_.fail("'" + found[field] + "' in " + name + "; valid: a whole number, at least 0");
    return *number;
  }

  Seconds date(const std::vector<std::string>& found, Field field, const char* name) const {
    const auto number = parse_number<double>(found[field]);
    if (!number || !(*number >= 0 && *number < end_of_log_dates))
      lines_.fail("'" + found[field] + "' in " + name + "; valid: seconds, from 0 to below 1e12");
    return *number;
  }

  Event event(const std::vector<std::string>& found) const {
    const auto type = integer(found, event_type, "event_type");
    if (type != available && down_.count(type) == 0)
      lines_.fail(
          "event_type " + found[event_type] +
          " is neither 1 (available) nor one of fta.down; valid: fta.down with all event types of nodes "
          "that are down, such as 0," +
          found[event_type]);
    const Seconds start = date(found, start_time, "event_start_time");
    const bool is_endless = found[stop_time] == "NULL" || found[stop_time] == "\\N";
    const Seconds stop = is_endless ? never : date(found, stop_time, "event_stop_time");
    if (stop < start)
      lines_.fail("event_stop_time " + found[stop_time] + " is before event_start_time " + found[start_time] +
                  "; valid: at least that");
    return {start, stop, type != available, lines_.line()};
  }

  LineReader lines_;
  const std::set<std::int64_t>& down_;
};

void sort_by_start(std::vector<Event>& events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.start < b.start; });
}

/// Refuses a component that is said to be up and down at once.
void check_states(const std::vector<Event>& events, const fs::path& file) {
  const Event* last[2] = {nullptr, nullptr}; // of those that are up, and down: the one that stops last
  for (const auto& event : events) {
    const auto* other = last[event.is_down ? 0 : 1];
    if (other != nullptr && other->stop > event.start && event.stop > event.start)
      throw InputError(file.string() + ":" + std::to_string(std::max(event.line, other->line)) +
                       ": a component is available and unavailable at once, from " + shortest(event.start) +
                       " on: see also line " + std::to_string(std::min(event.line, other->line)) +
                       "; valid: events of a component that do not overlap");
    auto& same = last[event.is_down ? 1 : 0];
    if (same == nullptr || event.stop > same->stop)
      same = &event;
  }
}

/// The times at which a node is down, in their order; those that overlap or touch are one.
std::vector<Event> downtimes_of(Components& components, const fs::path& file) {
  std::vector<Event> all, joined;
  for (auto& [component, events] : components) {
    sort_by_start(events);
    check_states(events, file);
    std::copy_if(events.begin(), events.end(), std::back_inserter(all),
                 [](const Event& event) { return event.is_down && event.stop > event.start; });
  }
  sort_by_start(all);
  for (const auto& event : all)
    if (joined.empty() || joined.back().stop < event.start)
      joined.push_back(event);
    else
      joined.back().stop = std::max(joined.back().stop, event.stop);
  return joined;
}

Seconds first_date(const std::map<NodeKey, Components>& nodes) {
  Seconds first = never;
  for (const auto& [node, components] : nodes)
    for (const auto& [component, events] : components)
      for (const auto& event : events)
        first = std::min(first, event.start);
  return first;
}

/// The date of the log that is 0 s of a run.
Seconds begin_of(const std::map<NodeKey, Components>& nodes, const Parameters& parameters) {
  const Seconds from = parameters.real("from");
  if (from < 0 && from > first_event)
    throw InputError("setting fta.from=" + shortest(from) +
                     ": is no date of a log; valid: at least 0, or -1 for that of the first event");
  return from < 0 ? first_date(nodes) : from;
}

void add_note(std::vector<WorkloadNote>& notes, const std::string& what, std::int64_t number) {
  if (number > 0)
    notes.push_back({what, number});
}

} // namespace

std::vector<ParameterSpec> failure_trace_parameters() {
  return {
      real("from", first_event, at_least(first_event), "s",
           "the date of the log that becomes 0 s; -1: that of its first event"),
      real("until", 0, at_least(0), "s", "outages that begin then or later are left out; 0: none is"),
      integer("nodes", 0, between(0, 1e9), "count", "so many nodes are read, the first by their ids; 0: all"),
      integer("first_resource", 0, between(0, 1e9), "count",
              "the resource that the first node is: 1 where the first host of the platform is its master, "
              "which never fails"),
      text("down", "0", "event types of nodes that are down, with ',' between them")};
}

std::vector<std::string> failure_trace_endings() { return {".tab", ".tab.gz", ".fta", ".fta.gz"}; }

bool is_failure_trace(const fs::path& file) {
  const auto name = file.filename().string();
  const auto endings = failure_trace_endings();
  return std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
    return name.size() > ending.size() &&
           name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
  });
}

FailureTrace read_failure_trace(const fs::path& file, const Parameters& parameters) {
  const auto down = codes_in(parameters.text("down"));
  auto nodes = EventReader(file, down).read();
  if (nodes.empty())
    throw InputError(file.string() + ": has no event; valid: at least one");
  const Seconds from = begin_of(nodes, parameters);
  const Seconds until = parameters.real("until") > 0 ? parameters.real("until") : never;
  if (until <= from)
    throw InputError("setting fta.until=" + shortest(until) + ": is not later than the begin, " +
                     shortest(from) + "; valid: a later date");
  const auto wanted = static_cast<std::size_t>(parameters.integer("nodes"));
  FailureTrace trace;
  trace.begin = from;
  std::int64_t before = 0, after = 0, other_nodes = 0;
  for (auto& [key, components] : nodes) {
    const auto downtimes = downtimes_of(components, file);
    if (wanted > 0 && trace.nodes == wanted) {
      ++other_nodes;
      continue;
    }
    for (const auto& event : downtimes) {
      before += event.stop <= from;
      after += event.start >= until;
      if (event.stop > from && event.start < until)
        trace.outages.push_back(
            {trace.nodes, std::max<Seconds>(0, event.start - from),
             event.stop < never ? std::optional<Seconds>(event.stop - from) : std::nullopt});
    }
    ++trace.nodes;
  }
  if (trace.nodes < wanted)
    throw InputError("setting fta.nodes=" + std::to_string(wanted) + ": " + file.string() + " has " +
                     std::to_string(trace.nodes) + " nodes; valid: at most that");
  std::sort(trace.outages.begin(), trace.outages.end(), [](const NodeOutage& a, const NodeOutage& b) {
    return std::tie(a.start, a.node) < std::tie(b.start, b.node);
  });
  add_note(trace.notes, "left out: outages that are over before fta.from", before);
  add_note(trace.notes, "left out: outages that begin at fta.until or later", after);
  add_note(trace.notes, "left out: nodes behind those of fta.nodes", other_nodes);
  return trace;
}

} // namespace malha
