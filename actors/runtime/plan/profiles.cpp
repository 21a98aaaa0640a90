// SPDX-License-Identifier: MIT
#include "profiles.hpp"

#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Below it, a run would do nothing but repeat the profile.
constexpr Seconds shortest_period = 1e-3;

/// The lines of a profile and where they are.
struct ProfileText {
  std::string text;
  std::string file;
  std::size_t first_line = 1;
  double periodicity = 0; ///< of <trace>; 0 or less: none

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw InputError(file + ":" + std::to_string(first_line + line) + ": " + what);
  }
};

/// Reads one profile as SimGrid does, but strictly.
class ProfileReader {
public:
  ProfileReader(const ProfileText& from, Profile& into) : from_(from), into_(into) {}

  void read() {
    std::istringstream lines(from_.text);
    for (std::string line; std::getline(lines, line); ++line_) {
      std::istringstream text(line);
      const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
      if (!words.empty() && words[0][0] != '#' && words[0][0] != '%')
        read(words);
    }
    if (into_.points.empty())
      from_.fail(0, "the profile has no point; valid: lines of a date and a value");
    set_period();
  }

private:
  void read(const std::vector<std::string>& words) {
    if (words[0] == "STOCHASTIC")
      from_.fail(line_, "a stochastic profile is drawn by SimGrid, and no seed of ours would vary it; valid: "
                        "lines of a date and a value");
    if (words.size() != 2)
      refuse(words);
    const auto value = parse_number<double>(words[1]);
    if (!value || !std::isfinite(*value))
      refuse(words);
    if (words[0] == "LOOPAFTER" || words[0] == "PERIODICITY") {
      auto& repeat = words[0] == "LOOPAFTER" ? loop_after_ : periodicity_;
      if (repeat)
        from_.fail(line_, "a second " + words[0]);
      repeat = value;
      repeat_line_ = line_;
      return;
    }
    const auto date = parse_number<double>(words[0]);
    if (!date || !std::isfinite(*date))
      refuse(words);
    add({*date, *value});
  }

  void add(const Profile::Point& point) {
    if (point.date < (into_.points.empty() ? 0 : into_.points.back().date))
      from_.fail(line_, "date " + shortest(point.date) + " is before " +
                            (into_.points.empty() ? "0" : "that of the line above") +
                            "; valid: dates from 0 that do not decrease");
    const bool must_be_above_0 = into_.kind == Profile::Kind::link_bandwidth;
    if (point.value < 0 || (must_be_above_0 && point.value == 0))
      from_.fail(line_, "value " + shortest(point.value) + " cannot be a " + name_of(into_.kind) +
                            "; valid: " + (must_be_above_0 ? "above 0" : "0 or more"));
    check_return(point);
    into_.points.push_back(point);
  }

  /// Actors of a host that recovers start again, and SimGrid loses count of them if it fails before
  /// they have begun.
  void check_return(const Profile::Point& point) const {
    const auto& points = into_.points;
    const auto number = points.size();
    if (into_.kind == Profile::Kind::host_state && number >= 2 && point.value <= 0 &&
        points[number - 1].value > 0 && points[number - 2].value <= 0 &&
        points[number - 1].date == point.date)
      from_.fail(line_, "the host returns and goes at one date, " + shortest(point.date) +
                            "; valid: a later date, or neither");
  }

  void set_period() {
    const Seconds last = into_.points.back().date;
    if (from_.periodicity > 0 && !periodicity_)
      periodicity_ = from_.periodicity;
    if (periodicity_ && loop_after_)
      from_.fail(repeat_line_, "the profile has a LOOPAFTER and a periodicity; valid: one of them");
    if (!periodicity_ && !loop_after_)
      return;
    if (loop_after_.value_or(0) < 0)
      from_.fail(repeat_line_, "LOOPAFTER " + shortest(*loop_after_) + " is below 0");
    const Seconds period = periodicity_.value_or(last + loop_after_.value_or(0));
    if (period < last)
      from_.fail(repeat_line_, "the profile repeats after " + shortest(period) +
                                   " s, before its last point at " + shortest(last) + " s");
    if (period < shortest_period)
      from_.fail(repeat_line_, "the profile repeats after " + shortest(period) + " s; valid: after " +
                                   shortest(shortest_period) + " s or more");
    into_.period = period;
  }

  [[noreturn]] void refuse(const std::vector<std::string>& words) const {
    std::string line = words[0];
    for (std::size_t i = 1; i < words.size(); ++i)
      line += " " + words[i];
    from_.fail(line_, "'" + line.substr(0, 100) +
                          "' is no line of a profile; valid: a date and a value, LOOPAFTER and seconds, "
                          "PERIODICITY and seconds, or a comment behind #");
  }

  const ProfileText& from_;
  Profile& into_;
  std::size_t line_ = 0;
  std::size_t repeat_line_ = 0;
  std::optional<double> loop_after_, periodicity_;
};

/// Collects the profiles of one platform.
class ProfileCollector {
public:
  ProfileCollector(const XmlFile& platform, std::vector<fs::path>& files) : xml_(platform), files_(files) {}

  std::vector<Profile> collect() {
    using Kind = Profile::Kind;
    for (const auto node : elements_of(xml_.root("platform"))) {
      const std::string name = node.name();
      if (name == "host" || name == "peer") {
        add_attribute(node, "speed_file", Kind::host_speed);
        add_attribute(node, "availability_file", Kind::host_speed);
        add_attribute(node, "state_file", Kind::host_state);
      } else if (name == "link") {
        add_attribute(node, "bandwidth_file", Kind::link_bandwidth);
        add_attribute(node, "latency_file", Kind::link_latency);
        add_attribute(node, "state_file", Kind::link_state);
      } else if (name == "trace") {
        define(node);
      } else if (name == "trace_connect") {
        connect(node);
      }
    }
    return std::move(profiles_);
  }

private:
  void add_attribute(const pugi::xml_node& node, const char* attribute, Profile::Kind kind) {
    if (const std::string file = node.attribute(attribute).value(); !file.empty())
      add(node, kind, xml_.required(node, "id"), text_of_file(node, file));
  }

  void define(const pugi::xml_node& node) {
    const auto id = xml_.required(node, "id"), file = xml_.optional(node, "file");
    ProfileText trace;
    const auto periodicity = xml_.required(node, "periodicity");
    const auto given = parse_number<double>(periodicity);
    if (!given || !std::isfinite(*given))
      xml_.fail(node, "periodicity '" + periodicity +
                          "' is not a number of seconds; valid: above 0, or -1 "
                          "for a trace that is not repeated");
    if (std::distance(node.begin(), node.end()) > (file.empty() ? 1 : 0))
      xml_.fail(node, file.empty()
                          ? "the text of <trace> is interrupted; valid: lines, without comments of XML"
                          : "<trace> has a file and a text; valid: one of them");
    if (file.empty()) {
      trace = {node.text().get(), xml_.path().string(),
               xml_.line(node.first_child() ? node.first_child() : node), *given};
    } else {
      if (*given > 0)
        xml_.fail(node, "periodicity '" + periodicity + "' is ignored by " + simgrid_name() +
                            " if <trace> has a file; valid: "
                            "periodicity=\"-1\", and a line PERIODICITY " +
                            periodicity + " in the file");
      trace = text_of_file(node, file);
    }
    if (!traces_.emplace(id, std::move(trace)).second)
      xml_.fail(node, "a second trace '" + id + "'");
  }

  void connect(const pugi::xml_node& node) {
    static const std::map<std::string, std::string> attributes{
        {"LINK_AVAIL", "state_file"}, {"BANDWIDTH", "bandwidth_file"}, {"LATENCY", "latency_file"}};
    const auto kind = xml_.optional(node, "kind", "HOST_AVAIL"), trace = xml_.required(node, "trace");
    if (const auto attribute = attributes.find(kind); attribute != attributes.end())
      xml_.fail(node, "kind '" + kind + "' makes " + simgrid_name() + " abort; valid: the attribute " +
                          attribute->second + " of <link>");
    if (kind != "HOST_AVAIL" && kind != "SPEED")
      xml_.fail(node, "kind '" + kind + "' is unknown; valid: HOST_AVAIL, SPEED");
    const auto of_host = kind == "SPEED" ? Profile::Kind::host_speed : Profile::Kind::host_state;
    const auto text = traces_.find(trace);
    if (text == traces_.end())
      xml_.fail(node, "there is no trace '" + trace + "' above");
    if (!connected_.emplace(trace, of_host).second)
      xml_.fail(node, "trace '" + trace + "' is connected twice as " + kind + ", of which " + simgrid_name() +
                          " ignores one; valid: a copy of the trace");
    add(node, of_host, xml_.required(node, "element"), text->second);
  }

  void add(const pugi::xml_node& node, Profile::Kind kind, const std::string& where,
           const ProfileText& text) {
    if (!changed_.emplace(where, kind).second)
      xml_.fail(node, "'" + where + "' has a second " + name_of(kind) + " profile");
    Profile profile{kind, where, {}, never, xml_.place(node)};
    ProfileReader(text, profile).read();
    profiles_.push_back(std::move(profile));
  }

  /// By ".." or by a link. A platform of somebody else could have any file read and quoted.
  bool leads_out(const fs::path& file) const {
    const auto folder = fs::canonical(fs::absolute(xml_.path()).parent_path());
    const auto inside = fs::canonical(file).lexically_relative(folder);
    return inside.empty() || *inside.begin() == "..";
  }

  ProfileText text_of_file(const pugi::xml_node& node, const fs::path& profile) {
    const std::string said = "profile file '" + profile.string() + "' ";
    if (profile.is_absolute())
      xml_.fail(node, said + "is absolute; valid: a path from the platform's folder");
    const auto file = xml_.path().parent_path() / profile;
    if (!fs::exists(file))
      xml_.fail(node, said + "is not in the platform's folder");
    if (!fs::is_regular_file(file))
      xml_.fail(node, said + "is no regular file");
    if (leads_out(file))
      xml_.fail(node, said + "leads out of the platform's folder; valid: a file in it");
    if (std::find(files_.begin(), files_.end(), file) != files_.end())
      xml_.fail(node, said + "is named twice, which " + simgrid_name() +
                          " refuses; valid: a copy of it under another "
                          "name");
    if (fs::exists(profile) && !fs::equivalent(profile, file))
      xml_.fail(node, said + "is in the current folder, too, where " + simgrid_name() +
                          " looks first; valid: another "
                          "current folder");
    files_.push_back(file);
    auto bytes = all_bytes(file);
    if (!bytes)
      xml_.fail(node, said + "cannot be read");
    return {std::move(*bytes), file.string()};
  }

  const XmlFile& xml_;
  std::vector<fs::path>& files_;
  std::map<std::string, ProfileText> traces_;
  std::set<std::pair<std::string, Profile::Kind>> connected_; ///< traces
  std::set<std::pair<std::string, Profile::Kind>> changed_;   ///< hosts and links
  std::vector<Profile> profiles_;
};

/// How many whole periods lie before the date.
double periods_before(const Profile& profile, Seconds date) {
  return profile.period < never && date > 0 ? std::floor(date / profile.period) : 0;
}

Seconds date_of(const Profile& profile, const Profile::Point& point, double periods) {
  return periods > 0 ? periods * profile.period + point.date : point.date;
}

} // namespace

std::string name_of(Profile::Kind kind) {
  static const std::map<Profile::Kind, std::string> names{{Profile::Kind::host_state, "host_state"},
                                                          {Profile::Kind::host_speed, "host_speed"},
                                                          {Profile::Kind::link_state, "link_state"},
                                                          {Profile::Kind::link_bandwidth, "link_bandwidth"},
                                                          {Profile::Kind::link_latency, "link_latency"}};
  return names.at(kind);
}

double value_at(const Profile& profile, Seconds date, double before) {
  const double periods = periods_before(profile, date);
  for (auto point = profile.points.rbegin(); point != profile.points.rend(); ++point)
    if (date_of(profile, *point, periods) <= date)
      return point->value;
  return periods > 0 ? profile.points.back().value : before;
}

Seconds next_point(const Profile& profile, Seconds date) {
  const double periods = periods_before(profile, date);
  for (const double period : {periods, periods + 1}) {
    for (const auto& point : profile.points)
      if (date_of(profile, point, period) > date)
        return date_of(profile, point, period);
    if (!(profile.period < never))
      break;
  }
  return never;
}

int most_off_at_once(const std::vector<Profile>& profiles, const std::set<std::string>& hosts) {
  std::vector<const Profile*> states;
  for (const auto& profile : profiles)
    if (profile.kind == Profile::Kind::host_state && hosts.count(profile.where) > 0)
      states.push_back(&profile);
  constexpr int most_changes = 10'000;
  std::ptrdiff_t most = 0;
  Seconds date = 0;
  for (int changes = 0; changes < most_changes && date < never; ++changes) {
    const auto is_off = [date](const Profile* state) { return value_at(*state, date, 1) <= 0; };
    most = std::max(most, std::count_if(states.begin(), states.end(), is_off));
    Seconds next = never;
    for (const auto* state : states)
      next = std::min(next, next_point(*state, date));
    date = next;
  }
  return static_cast<int>(most);
}

std::vector<Profile> read_profiles(const XmlFile& platform, std::vector<fs::path>& files) {
  return ProfileCollector(platform, files).collect();
}

} // namespace malha
