internal import RKDiagnostics

/// The scripts with which shells complete commands and flags.
enum CompletionScript: String, CaseIterable {
  case bash
  case zsh
  case fish

  func text(for commands: [any Command.Type]) -> String {
    switch self {
    case .bash: bashScript(commands)
    case .zsh: zshScript(commands)
    case .fish: fishScript(commands)
    }
  }

  private func names(_ flag: FlagPage) -> [String] {
    (flag.short.map { ["-\($0)"] } ?? []) + ["--\(flag.long)"]
  }

  /// The topics of `rkmap help`.
  private func topics(_ commands: [any Command.Type]) -> String {
    (commands.map { $0.page.name } + ["codes"] + DiagnosticCode.allCases.map(\.id)).joined(
      separator: " "
    )
  }

  // MARK: - bash

  private func bashScript(_ commands: [any Command.Type]) -> String {
    var values = ""
    for command in commands {
      for flag in command.flagPages where !flag.choices.isEmpty {
        let pattern = names(flag).map { "\(command.page.name):\($0)" }.joined(separator: "|")
        let choices = flag.choices.joined(separator: " ")
        values += "    \(pattern)) _rkmap_words '\(choices)'; return ;;\n"
      }
    }
    var flags = ""
    for command in commands where !command.flagPages.isEmpty {
      let all = command.flagPages.flatMap(names).joined(separator: " ")
      flags +=
        "    \(command.page.name)) _rkmap_words '\(all) --help' ;;\n"
    }
    let list = commands.map { $0.page.name }.joined(separator: " ")
    return """
      # bash completion for rkmap
      _rkmap_words() {
        COMPREPLY=($(compgen -P "$prefix" -W "$1" -- "$word"))
      }
      _rkmap() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        local prefix=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          _rkmap_words '\(list) --help --version'
          return
        fi
        # --flag=value is three words, or one where = parts no words.
        if [ "$word" = = ]; then word=; fi
        if [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
        case "$word" in
        --*=*) before=${word%%=*} prefix=$before= word=${word#*=} ;;
        esac
        case "$command:$before" in
      \(values)    help:help) _rkmap_words '\(topics(commands))'; return ;;
          completions:completions) _rkmap_words 'bash zsh fish'; return ;;
        esac
        case "$word" in
        -*)
          case "$command" in
      \(flags)    esac
          ;;
        esac
      }
      complete -o default -F _rkmap rkmap

      """
  }

  // MARK: - zsh

  private func zshScript(_ commands: [any Command.Type]) -> String {
    func quoted(_ text: String) -> String {
      text.replacing("'", with: "'\\''").replacing("[", with: "(").replacing("]", with: ")")
        .replacing(":", with: "\\:")
    }
    var cases = ""
    for command in commands {
      var lines: [String] = []
      for flag in command.flagPages {
        let choices = flag.choices.joined(separator: " ")
        let value =
          flag.value == nil ? "" : ":value:" + (choices.isEmpty ? "_files" : "(\(choices))")
        for name in names(flag) {
          lines.append(
            "'\(name)\(flag.value != nil && name.hasPrefix("--") ? "=" : "")[\(quoted(flag.help))]\(value)'"
          )
        }
      }
      switch command.page.name {
      case "help":
        lines.append("'1:topic:(\(topics(commands)))'")
      case "completions": lines.append("'1:shell:(bash zsh fish)'")
      default: lines.append("'*:file:_files'")
      }
      let joined = lines.joined(separator: " \\\n        ")
      cases += "    \(command.page.name)) _arguments \\\n        \(joined) ;;\n"
    }
    let list = commands.map { "    '\($0.page.name):\(quoted($0.page.summary))'" }
      .joined(separator: "\n")
    return """
      #compdef rkmap
      _rkmap() {
        local -a commands
        commands=(
      \(list)
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      }
      _rkmap "$@"

      """
  }

  // MARK: - fish

  private func fishScript(_ commands: [any Command.Type]) -> String {
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    var lines = ["# fish completion for rkmap"]
    for command in commands {
      lines.append(
        "complete -c rkmap -n __fish_use_subcommand -f -a \(command.page.name) -d \(quoted(command.page.summary))"
      )
      for flag in command.flagPages {
        var line = "complete -c rkmap -n '__fish_seen_subcommand_from \(command.page.name)'"
        line += " -l \(flag.long)"
        if let short = flag.short { line += " -s \(short)" }
        if flag.value != nil { line += " -r" }
        if !flag.choices.isEmpty { line += " -f -a \(quoted(flag.choices.joined(separator: " ")))" }
        lines.append(line + " -d \(quoted(flag.help))")
      }
    }
    lines.append(
      "complete -c rkmap -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh fish'"
    )
    lines.append(
      "complete -c rkmap -n '__fish_seen_subcommand_from help' -f -a '\(topics(commands))'"
    )
    return lines.joined(separator: "\n") + "\n"
  }
}
